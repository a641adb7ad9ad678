/** A buffer of bytes that doubles its size as pieces arrive, to copy as little as possible. */
export class GrowingBytes {
  #buffer = new Uint8Array(16 * 1024);
  length = 0;

  add(piece: Uint8Array): void {
    const needed = this.length + piece.length;
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#buffer.length));
      larger.set(this.bytes);
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.length);
    this.length = needed;
  }

  /** The bytes so far, without a copy. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }
}
