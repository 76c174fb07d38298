const NUMBER = '(?:0|[1-9]\\d*)';
const PART = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)';
const VERSION = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${PART}(?:\\.${PART})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

/** Whether a text is a semantic version (semver.org, 2.0.0). */
export function isSemanticVersion(text: string): boolean {
  return VERSION.test(text);
}
