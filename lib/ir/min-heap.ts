/** Numbers of which the smallest comes out first. */
export class MinHeap {
  private readonly items: number[] = [];

  push(value: number): void {
    let at = this.items.push(value) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.items[parent]! <= value) break;
      this.items[at] = this.items[parent]!;
      at = parent;
    }
    this.items[at] = value;
  }

  pop(): number | undefined {
    const top = this.items[0];
    const last = this.items.pop();
    if (last === undefined || this.items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.items.length) break;
      if (child + 1 < this.items.length && this.items[child + 1]! < this.items[child]!) child++;
      if (this.items[child]! >= last) break;
      this.items[at] = this.items[child]!;
      at = child;
    }
    this.items[at] = last;
    return top;
  }
}
