import pico from 'picocolors';
import type { Colours } from '../diagnostics/print-human.ts';
import { noColours } from '../diagnostics/print-human.ts';

/** Functions that colour a text. */
export interface Palette extends Colours {
  readonly green: (text: string) => string;
}

/** No colours unless the output is a terminal and NO_COLOR is not set (to anything but the empty text). */
export function palette(coloured: boolean): Palette {
  return coloured ? pico.createColors(true) : { ...noColours, green: (text) => text };
}
