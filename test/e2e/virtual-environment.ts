import { execFile } from 'node:child_process';
import { access, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const home = join(import.meta.dirname, '..', '..', '.venv');
const folder = join(home, 'emulator');
const requirements = join(import.meta.dirname, 'requirements.txt');

let prepared: Promise<string> | undefined;

/**
 * Makes sure that `.venv/` of the project holds a Python environment with the packages of `requirements.txt`, and
 * returns the path of its Python. An environment with the same pins that still works is used again as it is.
 * Throws if there is no `python3`, or if pip cannot install.
 */
export function preparePython(): Promise<string> {
  prepared ??= prepare();
  return prepared;
}

async function prepare(): Promise<string> {
  const python = join(folder, 'bin', 'python');
  const pins = await readFile(requirements, 'utf8');
  if ((await installedPins()) === pins && (await starts(python))) return python;

  // Built aside and moved into place, so that two test runs that start together cannot spoil each other's packages.
  // The moved environment is only ever used as `python -m …`; its scripts keep the path of the building place.
  const building = join(home, `building-${process.pid}`);
  try {
    await run('python3', ['-m', 'venv', building]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '-r', requirements];
    await run(join(building, 'bin', 'python'), pip);
    await writeFile(join(building, 'pins.txt'), pins);
    await moveIntoPlace(building);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  return python;
}

async function installedPins(): Promise<string | undefined> {
  try {
    return await readFile(join(folder, 'pins.txt'), 'utf8');
  } catch {
    return undefined;
  }
}

async function starts(python: string): Promise<boolean> {
  try {
    await access(python);
    await run(python, ['-c', 'import ministack']);
    return true;
  } catch {
    return false;
  }
}

async function moveIntoPlace(building: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  try {
    await rename(building, folder);
  } catch (error) {
    // Another run was faster: its environment has the same pins, or the next start builds a new one.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
}
