/**
 * The heights of many rows, in px: measured for those that have been in the page, assumed for the others. Where a row
 * begins and which row is at a place are both found in log n steps (a Fenwick tree), so that ten thousand rows of
 * different heights cost nothing to scroll through.
 */
export class RowHeights {
  readonly count: number;
  readonly #heights: Float64Array;
  readonly #isMeasured: Uint8Array;
  readonly #tree: Float64Array;
  #assumed: number;

  /** @param earlier what was known of a list that this one takes the place of */
  constructor(count: number, assumed: number, earlier?: RowHeights) {
    this.count = count;
    this.#assumed = earlier ? earlier.#assumed : assumed;
    this.#heights = new Float64Array(count);
    this.#isMeasured = new Uint8Array(count);
    this.#tree = new Float64Array(count + 1);
    if (earlier) {
      this.#heights.set(earlier.#heights.subarray(0, count));
      this.#isMeasured.set(earlier.#isMeasured.subarray(0, count));
    }
    this.#rebuild();
  }

  get total(): number {
    return this.startOf(this.count);
  }

  /** How far below the top of the list a row begins. */
  startOf(index: number): number {
    let sum = 0;
    for (let node = index; node > 0; node -= node & -node) sum += this.#tree[node] as number;
    return sum;
  }

  /** The row at a distance from the top of the list; the last one beyond its end. */
  at(distance: number): number {
    let left = distance;
    let node = 0;
    for (let step = 2 ** Math.floor(Math.log2(this.count || 1)); step >= 1; step /= 2) {
      const next = node + step;
      if (next <= this.count && (this.#tree[next] as number) <= left) {
        node = next;
        left -= this.#tree[next] as number;
      }
    }
    return Math.max(0, Math.min(node, this.count - 1));
  }

  /** @returns whether this changes anything */
  measure(index: number, height: number): boolean {
    const difference = height - (this.#heights[index] as number);
    this.#isMeasured[index] = 1;
    if (Math.abs(difference) < 0.01) return false;
    this.#heights[index] = height;
    for (let node = index + 1; node <= this.count; node += node & -node) {
      this.#tree[node] = (this.#tree[node] as number) + difference;
    }
    return true;
  }

  /** Takes the rows that were never measured to be as high as those that were, on average. */
  assumeAverage(): void {
    let sum = 0;
    let measured = 0;
    for (let index = 0; index < this.count; index++) {
      if (!this.#isMeasured[index]) continue;
      sum += this.#heights[index] as number;
      measured++;
    }
    if (measured === 0) return;
    this.#assumed = sum / measured;
    this.#rebuild();
  }

  /** Every row is to be measured anew: the frame has another width. */
  forget(): void {
    this.#isMeasured.fill(0);
  }

  #rebuild(): void {
    this.#tree.fill(0);
    for (let index = 0; index < this.count; index++) {
      if (!this.#isMeasured[index]) this.#heights[index] = this.#assumed;
      const node = index + 1;
      this.#tree[node] = (this.#tree[node] as number) + (this.#heights[index] as number);
      const parent = node + (node & -node);
      if (parent <= this.count) {
        this.#tree[parent] = (this.#tree[parent] as number) + (this.#tree[node] as number);
      }
    }
  }
}
