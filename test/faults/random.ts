/** Numbers from 0 up to 1, the same for the same seed (a linear congruence of 48 bits). */
export function random(seed: number): () => number {
  let state = BigInt(seed) ^ 0x5deece66dn;
  return () => {
    state = (state * 0x5deece66dn + 0xbn) & 0xffffffffffffn;
    return Number(state >> 16n) / 2 ** 32;
  };
}
