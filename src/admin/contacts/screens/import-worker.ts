import type { Encoding } from '@/admin/kit/lib/decode-text';
import { answerCalls } from '@/shared/lib/web-worker';
import type { Corrections } from './check-rows';
import { checkList, readList } from './import-engine';
import type { Mapping } from './mapping';

type ListRequest =
  | { kind: 'read'; bytes: Uint8Array<ArrayBuffer>; encoding?: Encoding | undefined }
  | { kind: 'check'; mapping: Mapping; corrections: Corrections };

/** Reads and checks files in a web worker, so that the page stays responsive. */
const answerList = (request: ListRequest) =>
  request.kind === 'read'
    ? readList(request.bytes, request.encoding)
    : checkList(request.mapping, request.corrections);

export type AnswerList = typeof answerList;

answerCalls(answerList);
