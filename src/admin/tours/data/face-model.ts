import { loadAndCompile, loadLiteRt, supportsFeature, Tensor } from '@litertjs/core';
import compatFactory from '@litertjs/core/wasm/litert_wasm_compat_internal.js';
import compatWasm from '@litertjs/core/wasm/litert_wasm_compat_internal.wasm?url';
import factory from '@litertjs/core/wasm/litert_wasm_internal.js';
import wasm from '@litertjs/core/wasm/litert_wasm_internal.wasm?url';
import modelFile from '@mediapipe/face_detection/face_detection_full_range.tflite?url';
import type { Box } from './sphere';

/** Side of the model's picture, in px. */
export const FACE_SIZE = 192;

/** Number of the model's answers along a side: one every four px, with the numbers of a face whose centre is there. */
const GRID_SIZE = FACE_SIZE / 4;
const NUMBERS_PER_FACE = 16;

/** Least score of a face. MediaPipe's own is 0.6: recall first here, a person looks at each. */
const MIN_SCORE = 0.4;

/** Finds faces in a picture of FACE_SIZE × FACE_SIZE, given as red, green and blue from 0 to 255. */
export type FaceFinder = (picture: Float32Array) => Promise<{ box: Box; score: number }[]>;

/** Loads MediaPipe's « full range » face detector, in LiteRT on the processor. */
export async function loadFaceModel(): Promise<FaceFinder> {
  const isFast = await supportsFeature('relaxedSimd');
  // LiteRT takes its program from a classic script; a worker made of modules refuses `importScripts`. So the program is
  // imported, and what LiteRT asks for is already there.
  Object.assign(self, {
    ModuleFactory: isFast ? factory : compatFactory,
    Module: { locateFile: () => (isFast ? wasm : compatWasm) },
    importScripts: () => undefined,
  });
  await loadLiteRt('litert.js');
  const answer = await fetch(modelFile);
  if (!answer.ok) throw new Error(`${answer.status} ${modelFile}`);
  const model = await loadAndCompile(new Uint8Array(await answer.arrayBuffer()), { accelerator: 'wasm' });

  return async (picture) => {
    const input = new Tensor(
      picture.map((value) => value / 127.5 - 1),
      [1, FACE_SIZE, FACE_SIZE, 3],
    );
    const outputs = await model.run([input]);
    input.delete();
    const arrays = await Promise.all(outputs.map(async (one) => (await one.data()) as Float32Array));
    for (const one of outputs) one.delete();
    const boxes = arrays.find(({ length }) => length === GRID_SIZE * GRID_SIZE * NUMBERS_PER_FACE);
    const scores = arrays.find(({ length }) => length === GRID_SIZE * GRID_SIZE);
    if (!boxes || !scores) throw new Error('Unknown answers of the model');
    return facesOf(boxes, scores);
  };
}

/** Reads the model's answers: boxes around their places of the grid, and logits. */
export function facesOf(boxes: ArrayLike<number>, logits: ArrayLike<number>) {
  const faces: { box: Box; score: number }[] = [];
  for (let index = 0; index < GRID_SIZE * GRID_SIZE; index++) {
    const score = 1 / (1 + Math.exp(-(logits[index] as number)));
    if (score < MIN_SCORE) continue;
    const number = (nth: number) => boxes[index * NUMBERS_PER_FACE + nth] as number;
    const x = ((index % GRID_SIZE) + 0.5) * 4 + number(0);
    const y = (Math.floor(index / GRID_SIZE) + 0.5) * 4 + number(1);
    const [width, height] = [number(2), number(3)];
    faces.push({
      score,
      box: { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 },
    });
  }
  return faces;
}
