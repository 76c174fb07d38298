// Adds the header to all files of a folder that have none, and prints their paths.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { arguments: { type: 'string' }, header: { type: 'string' } } });
const given = [...values.arguments.matchAll(/(\w+)=("(?:[^"\\]|\\.)*"|\S+)/g)];
const { folder, holder } = Object.fromEntries(
  given.map(([, name, value]) => [name, value.startsWith('"') ? JSON.parse(value) : value]),
);
const project = process.env.PROJECT ?? '.';
const header = /```\n([\s\S]*?)```/.exec(readFileSync(values.header, 'utf8'))[1].replace('HOLDER', holder);

const from = join(project, folder);
const files = existsSync(from) ? readdirSync(from, { recursive: true }) : [];
for (const name of files.filter((file) => /\.m?js$/.test(file)).sort()) {
  const file = join(from, name);
  const text = readFileSync(file, 'utf8');
  if (text.includes('SPDX-License-Identifier')) continue;
  const [, first, rest] = /^(#!.*\n)?([\s\S]*)$/.exec(text);
  writeFileSync(file, `${first ?? ''}${header}${rest}`);
  console.log(`${folder}/${name}`);
}
