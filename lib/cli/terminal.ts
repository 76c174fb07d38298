/** The terminal that stdout is. */
export interface Terminal {
  /** Its size in characters, as it is now. */
  readonly columns: number;
  readonly rows: number;
  /** Puts lines below everything that is written, in place of those before; none takes them away. */
  show(lines: readonly string[]): void;
}

/** Writes to a stream, and tells whether that has been taken; of `process.stdout` and `process.stderr`. */
interface Stream {
  write: typeof process.stdout.write;
}

/**
 * Lines at the bottom of a terminal. Whatever is written to one of the streams meanwhile, by whomever, goes above them:
 * they are taken away for it and put back. Lines must not be wider than the terminal.
 */
export function openTerminal(
  out: Stream & { readonly columns: number; readonly rows: number },
  others: readonly Stream[],
): Terminal {
  const write = out.write.bind(out);
  let shown: readonly string[] = [];
  let hooked = false;
  /** Whether what was written above the lines has not ended its line. */
  let midLine = false;

  function erase(): void {
    // From the first column: the terminal itself may have written there, as it does `^C`.
    if (shown.length > 0) write(`\r\x1b[${shown.length}A\x1b[J`);
  }

  function draw(): void {
    if (shown.length === 0) return;
    write(`${midLine ? '\n' : ''}${shown.join('\n')}\n`);
    midLine = false;
  }

  function hook(stream: Stream): void {
    const original = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (...args: unknown[]) => {
      erase();
      const taken = original(...args);
      const [chunk] = args;
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('latin1');
      if (text !== '') midLine = !text.endsWith('\n');
      draw();
      return taken;
    };
  }

  return {
    get columns() {
      return out.columns || 80;
    },
    get rows() {
      return out.rows || 24;
    },
    show(lines) {
      if (!hooked) [out, ...others].forEach(hook);
      hooked = true;
      erase();
      shown = lines;
      draw();
    },
  };
}
