// Fails, naming them, when files have no licence header.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const files = process.argv.slice(2).flatMap((folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .filter((name) => /\.m?js$/.test(name))
        .map((name) => join(folder, name))
    : [],
);
const bare = files.filter((file) => !readFileSync(file, 'utf8').includes('SPDX-License-Identifier'));
if (bare.length > 0) {
  console.error(`without a header: ${bare.sort().join(', ')}`);
  process.exit(1);
}
console.log(`all ${files.length} files have their header`);
