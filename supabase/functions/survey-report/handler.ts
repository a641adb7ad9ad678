import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import { FunctionError } from '../_shared/errors.ts';
import { serviceApi, serviceFiles } from '../_shared/service-api.ts';
import { surveyReportPdf } from './report-pdf.ts';
import { reportSchema } from './report-schema.ts';

const bodySchema = z.object({ sealId: z.guid('Le sceau demandé est invalide') });

/** Pairs whose pictures are printed: two of some 300 kB each, and an answer has a size. */
const MOST_PICTURES = 12;
const PREVIEWS = 'survey-previews';

/** Makes the PDF report of a sealed survey for an administrator. Answers `{ base64 }`. */
export const handler = createFunction({
  name: 'survey-report',
  schema: bodySchema,
  rateLimited: true,
  handle: async ({ body, dependencies }) => {
    const found = await serviceApi(dependencies).call('survey_report', { seal: body.sealId });
    if (found === null) throw new FunctionError(404, 'not_found', 'Ce sceau n’existe pas.');
    const report = reportSchema.parse(found);
    const files = serviceFiles(dependencies, PREVIEWS);
    const pictures = new Map<string, Uint8Array>();
    for (const { before_preview, after_preview } of report.shown.slice(0, MOST_PICTURES)) {
      for (const path of [before_preview, after_preview]) {
        const bytes = path === null ? undefined : await files.find(path);
        // A file that is no JPEG is left out: a report without a picture is better than none.
        if (path !== null && bytes?.[0] === 0xff && bytes[1] === 0xd8) pictures.set(path, bytes);
      }
    }
    const pdf = await surveyReportPdf(report, pictures);
    return { base64: Buffer.from(pdf).toString('base64') };
  },
});
