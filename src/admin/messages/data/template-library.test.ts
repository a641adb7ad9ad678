import { renderMessageBody } from '@message/message-body.ts';
import { fillBody, fillSubject, sampleContact, unknownVariables } from '@message/template-text.ts';
import { expect, it } from 'vitest';
import { emailTemplateSchema } from './email-templates.schema';
import { templateLibrary } from './template-library';

it.each(templateLibrary)(
  '$id can be kept and sent as it is, in the typography of Québec',
  ({ id, ...template }) => {
    expect(emailTemplateSchema.parse(template)).toEqual(template);
    expect(unknownVariables(template.subject, template.body)).toEqual([]);
    const subject = fillSubject(template.subject, sampleContact);
    const { text, preheader } = renderMessageBody(fillBody(template.body, sampleContact));
    for (const written of [template.name, subject, preheader, text]) {
      expect(written).not.toMatch(/[{}'"]|[ \t][:;!?»]|«[ \t]|de la la |de le |à le |de les /);
    }
    expect(subject.length).toBeLessThanOrEqual(60);
    expect(text).toMatch(/^Bonjour Marie Tremblay,\n/);
    // The greeting to an organisation without a known person is neutral.
    const nobody = { ...sampleContact, nom: '' };
    expect(renderMessageBody(fillBody(template.body, nobody)).text).toMatch(/^Bonjour,\n/);
  },
);
