import { api, apiAsAdmin, changeSettings, type Row } from './api.ts';
import { adminSession } from './environment.ts';
import { address, asAdmin, unbrokenText } from './hostile-texts.ts';

export type HostileRows = Record<
  'tour' | 'tag' | 'contact' | 'trip' | 'prospect' | 'template' | 'campaign' | 'quote' | 'issuedQuote',
  Row
> & { remove: () => Promise<void> };

/** Inserts one row of every kind, with texts of the maximal length and no space; `remove` deletes them. */
export async function hostileRows(): Promise<HostileRows> {
  const made: [table: string, id: string][] = [];
  const insert = async (table: string, row: Row): Promise<Row> => {
    const [stored] = await api(table, 'POST', row);
    made.unshift([table, String(stored?.id)]);
    return stored as Row;
  };
  const place = { city: unbrokenText(100, 'V'), region: unbrokenText(100, 'R') };
  const tag = await insert('tags', { name: unbrokenText(100, 'T'), slug: unbrokenText(100, 't') });
  const tour = await insert('virtual_tours', {
    ...{ title: unbrokenText(198), slug: unbrokenText(198, 'w'), location: unbrokenText(200, 'L') },
    ...{ description: unbrokenText(2000, 'D'), url: `https://visites.example/${unbrokenText(470, 'u')}` },
    ...{
      client_name: unbrokenText(200, 'K'),
      need: unbrokenText(600, 'N'),
      delivered: unbrokenText(600, 'D'),
    },
    ...{ result: unbrokenText(600, 'R'), is_featured: true },
  });
  await insert('testimonials', {
    ...{
      organization: unbrokenText(200, 'O'),
      person: unbrokenText(150, 'P'),
      quotation: unbrokenText(600, 'Q'),
    },
    is_shown: true,
  });
  await api('virtual_tour_tags', 'POST', { tour_id: tour.id, tag_id: tag.id });
  const person = {
    name: unbrokenText(100, 'N'),
    company: unbrokenText(100, 'E'),
    phone: '819 555-0100 p.12345',
  };
  const website = `https://${unbrokenText(60, 's')}.example/${unbrokenText(400, 's')}`;
  const contact = await insert('contacts', {
    ...{ ...person, ...place, email: address('c'), website, notes: unbrokenText(1000, 'O') },
  });
  await api('consent_events', 'POST', {
    ...{ contact_id: contact.id, email: contact.email, basis: 'express', evidence: unbrokenText(500, 'P') },
    occurred_at: '2026-11-01T12:00:00Z',
  });
  const quote = await insert('quote_requests', {
    ...{
      organization_name: unbrokenText(200, 'Q'),
      contact_name: unbrokenText(100, 'N'),
      email: address('q'),
    },
    ...{ organization_type: 'ville', service_type: 'street-view', message: unbrokenText(2000, 'M') },
  });
  const trip = await insert('trip_plans', {
    ...{ ...place, start_date: '2027-05-01', end_date: '2027-05-09', client_name: unbrokenText(200, 'K') },
    description: unbrokenText(2000, 'D'),
  });
  const prospect = await insert('suggested_prospects', {
    ...{ ...person, ...place, trip_plan_id: trip.id, email: address('p'), website },
    ai_reasoning: unbrokenText(2000, 'A'),
  });
  const template = await insert('email_templates', {
    ...{ name: unbrokenText(100, 'G'), subject: unbrokenText(200, 'S'), body: unbrokenText(5000, 'B') },
  });
  const [settings] = await api<{ verified_senders: string[] }>('sending_settings?select=verified_senders');
  const created = await apiAsAdmin('rpc/create_campaign', 'POST', {
    details: {
      ...{ name: unbrokenText(100, 'C'), template_id: template.id, send_now: false },
      ...{ from_email: settings?.verified_senders[0], send_date: '2027-06-01T12:00:00Z' },
    },
    contact_ids: [contact.id],
  });
  if (created.status !== 200) throw new Error(`create_campaign: ${JSON.stringify(created.body)}`);
  const campaign = { id: created.body, name: unbrokenText(100, 'C') };
  made.unshift(['campaigns', String(campaign.id)]);
  await writeAbout(String(contact.id), String(quote.id), String(trip.id));
  const issuedQuote = await draftQuote(String(contact.id));
  for (const list of ['tours', 'contacts', 'trip_plans', 'campaigns', 'email_templates']) {
    await insert('saved_views', {
      list,
      name: unbrokenText(60, 'X'),
      parameters: `q=${unbrokenText(60)}`,
      position: 0,
    });
  }
  const studio = await onlyRow('studio', 'sender_name,legal_name,postal_address,contact_email');
  const profile = await onlyRow(
    'studio_profile',
    'insurer,insurance_number,picture_rights,privacy_practice,delivery_formats,about,team,territory,planning_time,capture_time,processing_time,publication_time',
  );
  await changeSettings('studio', {
    sender_name: unbrokenText(100, 'S'),
    legal_name: unbrokenText(200, 'J'),
    postal_address: unbrokenText(300, 'P'),
    contact_email: address('s'),
  });
  await changeSettings('studio_profile', {
    insurer: unbrokenText(100, 'I'),
    insurance_number: unbrokenText(60, 'N'),
    picture_rights: unbrokenText(500, 'R'),
    privacy_practice: unbrokenText(500, 'P'),
    delivery_formats: unbrokenText(500, 'F'),
    about: unbrokenText(500, 'A'),
    team: unbrokenText(500, 'T'),
    territory: unbrokenText(500, 'V'),
    planning_time: unbrokenText(60, 'P'),
    capture_time: unbrokenText(60, 'C'),
    processing_time: unbrokenText(60, 'T'),
    publication_time: unbrokenText(60, 'M'),
  });
  const invitation = await asAdmin<string>('rpc/invite_member', { email: address('i'), role: 'reader' });
  return {
    ...{ tag, tour, contact, quote, issuedQuote, trip, prospect, template, campaign },
    remove: async () => {
      await changeSettings('studio', studio);
      await changeSettings('studio_profile', profile);
      await asAdmin('rpc/withdraw_invitation', { invitation });
      await apiAsAdmin(`quotes?id=eq.${issuedQuote.id}`, 'DELETE', undefined);
      for (const [table, id] of made) await api(`${table}?id=eq.${id}`, 'DELETE');
    },
  };
}

/** Inserts a draft quote for the contact, as an administrator. */
async function draftQuote(contact: string): Promise<Row> {
  const id = await asAdmin<string>('rpc/create_quote', { source: 'contact', source_id: contact });
  const line = { description: unbrokenText(1000, 'D'), unit: unbrokenText(20, 'U'), quantity: '999.000' };
  const { status, body } = await apiAsAdmin(`quotes?id=eq.${id}`, 'PATCH', {
    ...{
      organization_name: unbrokenText(200, 'O'),
      contact_title: unbrokenText(100, 'F'),
      subject: unbrokenText(200, 'S'),
    },
    ...{ address: unbrokenText(300, 'A'), lines: [{ ...line, unitPriceCents: 999_999 }] },
    ...{ delivery: unbrokenText(500, 'L'), terms: unbrokenText(500, 'M'), notes: unbrokenText(500, 'N') },
  });
  if (status >= 300) throw new Error(`quotes: ${status} ${JSON.stringify(body)}`);
  return { id };
}

/** Returns the user id in the session's token. */
async function adminId(): Promise<string> {
  const [, claims = ''] = (await adminSession()).access_token.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).sub;
}

/** Inserts a next action on each record, and a reply, a draft and two notes on the request. */
async function writeAbout(contact: string, quote: string, trip: string): Promise<void> {
  for (const [target, target_id] of Object.entries({ contact, quote_request: quote, trip_plan: trip })) {
    await asAdmin('rpc/plan_next_action', {
      ...{ target, target_id, title: unbrokenText(200, 'A'), due_on: '2026-11-20', kind: 'appeler' },
      ...{ ground: 'award', ground_reference: unbrokenText(200, 'R') },
    });
  }
  for (const kind of ['note', 'received']) {
    const recorded_by = await adminId();
    await asAdmin('request_notes', {
      ...{ quote_request_id: quote, kind, body: unbrokenText(400, 'N'), recorded_by },
    });
  }
  await asAdmin('rpc/send_reply', {
    ...{
      reply: crypto.randomUUID(),
      quote,
      reply_subject: unbrokenText(200, 'O'),
      reply_body: unbrokenText(400, 'B'),
    },
  });
}

/** Reads some columns of a settings table, to restore them later. */
async function onlyRow(table: string, columns: string): Promise<Row> {
  const [row] = await api(`${table}?id=eq.1&select=${columns}`);
  return row ?? {};
}
