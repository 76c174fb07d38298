import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';

/**
 * Does the work as a part of the invocation's X-Ray trace that bears annotations, by which traces are found. Nothing is
 * sent where the invocation is not traced. The SDK of X-Ray, which would do more, is a fifth of a function's code.
 */
export async function traced<T>(
  name: string,
  annotations: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  const parent = parentOf(process.env['_X_AMZN_TRACE_ID']);
  const daemon = process.env['AWS_XRAY_DAEMON_ADDRESS'];
  if (!parent || daemon === undefined) return work();
  const begun = Date.now();
  let fault = true;
  try {
    const result = await work();
    fault = false;
    return result;
  } finally {
    const part = {
      name,
      type: 'subsegment',
      id: randomBytes(8).toString('hex'),
      ...parent,
      start_time: begun / 1000,
      end_time: Date.now() / 1000,
      annotations,
      fault,
    };
    await send(daemon, `{"format":"json","version":1}\n${JSON.stringify(part)}`);
  }
}

/** `Root=…;Parent=…;Sampled=1`, and more that does not matter here. */
function parentOf(header = ''): { trace_id: string; parent_id: string } | undefined {
  const fields = new Map(header.split(';').map((field) => field.split('=', 2) as [string, string | undefined]));
  const [root, parent] = [fields.get('Root'), fields.get('Parent')];
  if (root === undefined || parent === undefined || fields.get('Sampled') !== '1') return undefined;
  return { trace_id: root, parent_id: parent };
}

/** A datagram, of which nobody says whether it came. */
function send(address: string, text: string): Promise<void> {
  const colon = address.lastIndexOf(':');
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    const done = () => {
      socket.close();
      resolve();
    };
    socket.once('error', done);
    socket.send(text, Number(address.slice(colon + 1)), address.slice(0, colon), (error) => error ?? done());
  });
}
