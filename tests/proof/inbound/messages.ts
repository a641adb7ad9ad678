import type { SeededRandom } from '../../database/fixtures/seeded-random.ts';

/** A sent message and its recipient. */
export interface SentMessage {
  id: string;
  /** Its Message-ID. */
  messageId: string;
  replyTo: string;
  subject: string;
  body: string;
  contact: string;
  email: string;
  name: string;
}

export type Family = 'reply' | 'absence' | 'bounce' | 'removal' | 'forged' | 'loop';

/** A generated message, and how it must be filed. */
export interface WrittenMessage {
  family: Family;
  /** Client, server or attack that the message imitates, for the table of failures. */
  by: string;
  raw: string;
  /** Contact whose thread it must be in; null for « À classer ». */
  contact: string | null;
  send: string | null;
  /** True when it must count as an answer without a person's decision. */
  counts: boolean;
  /** True when a bounce must suppress its address. */
  suppresses?: boolean;
}

export const studio = 'studio@exemple.test';
const authserv = 'amazonses.com';

const answers = [
  'Bonjour,\n\nOui, cela nous intéresse. Pouvez-vous nous appeler mardi?\n\nMerci',
  'Bonjour, le conseil en parlera le 12. Je vous reviens.',
  'Merci pour votre message. Quel est le prix pour trois bâtiments?',
  'Pas cette année, le budget est fermé. Réécrivez-nous en janvier.',
  'Bonjour,\nJe serai absente jeudi, mais vous pouvez m’appeler vendredi au 418 555-0199.\nBonne journée',
  'Parfait pour nous! Envoyez la soumission à notre greffière, elle est de retour lundi.',
  'Hello,\n\nThank you, could you send me an example of a tour?\n\nRegards',
  'Je transmets à ma collègue du tourisme. Elle est en vacances jusqu’au 15, ensuite elle vous écrira.',
  'Ok',
  'Notre site est fermé l’hiver. Pourriez-vous venir en juin?',
  'Bonjour, veuillez enlever le deuxième bâtiment de la liste, il est vendu. Pour le reste, oui.',
  'Nous avons déjà un fournisseur, mais gardez-nous dans votre liste pour l’an prochain.',
];

const removals = [
  'Bonjour, veuillez me retirer de votre liste d’envoi. Merci',
  'Désabonnez-moi svp',
  'désabonnez-moi',
  'STOP',
  'Retirez-moi de vos envois.',
  'Please remove me from your mailing list.',
  'Unsubscribe',
  'Je ne souhaite plus recevoir vos courriels.',
  'Merci de retirer notre adresse de votre liste.',
  'Cessez de m’écrire, s’il vous plaît.',
  'Pourriez-vous nous désinscrire? Merci.',
  'Ne m’écrivez plus.',
];

const absences: { subject: string; body: string; headers?: string[] }[] = [
  {
    subject: 'Réponse automatique : Vos bâtiments en 360°',
    body: 'Bonjour,\nJe suis absente du bureau jusqu’au 30 novembre. Pour toute urgence, appelez le 418 555-0100.',
    headers: ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All'],
  },
  {
    subject: 'Automatic reply: Vos bâtiments en 360°',
    body: 'I am out of the office until Monday. For urgent matters, please contact my colleague.',
    headers: ['Auto-Submitted: auto-replied'],
  },
  {
    subject: 'Absence du bureau',
    body: 'Je suis en vacances. De retour le 5 janvier.',
    headers: ['Precedence: bulk', 'X-Autoreply: yes'],
  },
  {
    subject: 'Re: Vos bâtiments en 360°',
    body: 'Votre message a bien été reçu. Nous vous répondrons sous peu.',
    headers: ['Auto-Submitted: auto-replied'],
  },
  { subject: 'Message d’absence', body: 'Le bureau municipal est fermé pour les Fêtes, jusqu’au 6 janvier.' },
  {
    subject: 'RE: Vos bâtiments en 360°',
    body: 'Bonjour, merci pour votre message. Je suis présentement en congé et de retour le 8 janvier. En mon absence, écrivez à info@ville.test.',
  },
  {
    subject: 'Out of Office: Vos bâtiments en 360°',
    body: 'Thank you for your email. I am away.',
    headers: ['X-Autorespond: Vos bâtiments'],
  },
  {
    subject: 'Vos bâtiments en 360°',
    body: 'Je serai absente du bureau du 20 au 27. Pour toute urgence, contactez la réception.',
    headers: ['Precedence: auto_reply'],
  },
  { subject: 'Hors du bureau', body: 'Je suis à l’extérieur du bureau toute la semaine.' },
  {
    subject: 'OOO: back on Monday',
    body: 'I’m on vacation, back on Monday. With limited access to my mail.',
  },
];

/** How eight mail clients quote the message that they answer. */
const clients: Record<string, (body: string, sent: SentMessage) => { text?: string; html?: string }> = {
  gmail: (body, sent) => ({
    text: `${body}\n\nLe lun. 23 nov. 2026 à 09 h 12, Studio <${studio}> a\nécrit :\n\n${quoteLines(sent.body)}\n`,
    html: `<div dir="ltr">${toHtml(body)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Le lun. 23 nov. 2026 à 09 h 12, Studio &lt;<a href="mailto:${studio}">${studio}</a>&gt; a écrit :<br></div><blockquote>${toHtml(sent.body)}</blockquote></div>`,
  }),
  'outlook-web': (body, sent) => ({
    html: `<html><head><style>p{margin:0}</style></head><body><div>${toHtml(body)}</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>De :</b> Studio &lt;${studio}&gt;<br><b>Envoyé :</b> 23 novembre 2026 09:12<br><b>À :</b> ${sent.email}<br><b>Objet :</b> ${sent.subject}</div><div>${toHtml(sent.body)}</div></body></html>`,
  }),
  'outlook-desktop': (body, sent) => ({
    text: `${body}\n\n________________________________\nDe : Studio <${studio}>\nEnvoyé : 23 novembre 2026 09:12\nÀ : ${sent.email}\nObjet : ${sent.subject}\n\n${sent.body}\n`,
  }),
  'apple-mail': (body, sent) => ({
    text: `${body}\n\nEnvoyé de mon iPhone\n\n> Le 23 nov. 2026 à 09:12, Studio <${studio}> a écrit :\n> \n${quoteLines(sent.body)}\n`,
  }),
  thunderbird: (body, sent) => ({
    // The answer is below the quotation, as many people write.
    text: `Le 23/11/2026 à 09:12, Studio a écrit :\n${quoteLines(sent.body)}\n\n${body}\n`,
  }),
  yahoo: (body, sent) => ({
    html: `<div>${toHtml(body)}</div><div class="yahoo_quoted"><div>Le lundi 23 novembre 2026 à 09 h 12 min 13 s HNE, Studio &lt;${studio}&gt; a écrit : </div><blockquote>${toHtml(sent.body)}</blockquote></div>`,
  }),
  notes: (body, sent) => ({
    text: `${body}\n\n\n\nDe :    Studio <${studio}>\nPour :  ${sent.email}\nDate :  2026-11-23 09:12\nObjet : ${sent.subject}\n\n\n${sent.body}\n`,
  }),
  zimbra: (body, sent) => ({
    text: `${body}\n\n----- Mail original -----\nDe: "Studio" <${studio}>\nÀ: ${sent.email}\nEnvoyé: Lundi 23 Novembre 2026 09:12:13\nObjet: ${sent.subject}\n\n${sent.body}\n`,
  }),
};

export const clientNames = Object.keys(clients);

const quoteLines = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

const toHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\n/g, '<br>');

const encoded = (text: string) =>
  /^[ -~]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');

interface Letter {
  from: string;
  name?: string;
  to: string;
  subject: string;
  text?: string | undefined;
  html?: string | undefined;
  headers?: readonly string[];
  /** Authentication results of the receiving server; absent when it gives none. */
  results?: string | undefined;
}

let counter = 0;

/** Formats a message as a mail server delivers it. */
function formatLetter({ from, name, to, subject, text, html, headers = [], results }: Letter): string {
  counter += 1;
  const boundary = `b-${counter}`;
  const head = [
    ...(results ? [`Authentication-Results: ${authserv}; ${results}`] : []),
    `From: ${name ? `${encoded(name)} ` : ''}<${from}>`,
    `To: <${to}>`,
    `Subject: ${encoded(subject)}`,
    `Message-ID: <m${counter}@exemple-clients.test>`,
    'Date: Mon, 23 Nov 2026 10:12:13 -0500',
    'MIME-Version: 1.0',
    ...headers,
  ];
  const part = (type: string, content: string) =>
    `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(content)}`;
  if (text !== undefined && html !== undefined) {
    const parts = [part('text/plain', text), part('text/html', html)];
    const body = parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('');
    return `${head.join('\r\n')}\r\nContent-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`;
  }
  return `${head.join('\r\n')}\r\n${html === undefined ? part('text/plain', text ?? '') : part('text/html', html)}`;
}

const passedChecks = (email: string) => {
  const domain = email.slice(email.indexOf('@') + 1);
  return `spf=pass (spfCheck: domain of ${domain} designates 192.0.2.1 as permitted sender) client-ip=192.0.2.1; envelope-from=${email}; helo=mx.${domain}; dkim=pass header.i=@${domain}; dmarc=pass header.from=${domain};`;
};

/**
 * Chooses how the answer refers to its message: by the token in the address, by its headers, or by the sender alone.
 */
function chooseWay(sent: SentMessage, random: SeededRandom) {
  const chosen = random.weighted<'token' | 'thread' | 'sender'>([
    [6, 'token'],
    [3, 'thread'],
    [1, 'sender'],
  ]);
  const named = [`In-Reply-To: ${sent.messageId}`, `References: <autre@exemple.test> ${sent.messageId}`];
  return {
    to: chosen === 'token' ? sent.replyTo : studio,
    headers: chosen === 'thread' ? named : [],
    // Small towns publish no SPF or DKIM; a sender alone must be authenticated.
    results: chosen === 'sender' || random.chance(0.6) ? passedChecks(sent.email) : undefined,
  };
}

export function writeReply(sent: SentMessage, random: SeededRandom, index: number): WrittenMessage {
  const client = clientNames[index % clientNames.length] ?? '';
  const letter = {
    from: sent.email,
    name: sent.name,
    subject: `Re: ${sent.subject}`,
    ...chooseWay(sent, random),
  };
  const raw = formatLetter({ ...letter, ...clients[client]?.(random.pick(answers), sent) });
  return { family: 'reply', by: client, raw, contact: sent.contact, send: sent.id, counts: true };
}

export function writeRemoval(sent: SentMessage, random: SeededRandom, index: number): WrittenMessage {
  const client = clientNames[index % clientNames.length] ?? '';
  const letter = {
    from: sent.email,
    name: sent.name,
    subject: `Re: ${sent.subject}`,
    ...chooseWay(sent, random),
  };
  const raw = formatLetter({
    ...letter,
    ...clients[client]?.(removals[index % removals.length] ?? '', sent),
  });
  return { family: 'removal', by: client, raw, contact: sent.contact, send: sent.id, counts: true };
}

export function writeAbsence(sent: SentMessage, random: SeededRandom, index: number): WrittenMessage {
  const { subject, body, headers = [] } = absences[index % absences.length] ?? { subject: '', body: '' };
  const { to, headers: named, results } = chooseWay(sent, random);
  const letter = { from: sent.email, name: sent.name, to, subject, text: body, results };
  const raw = formatLetter({ ...letter, headers: [...headers, ...named] });
  return { family: 'absence', by: subject, raw, contact: sent.contact, send: sent.id, counts: false };
}

/** Writes delivery reports like five kinds of servers. */
export function writeBounce(sent: SentMessage, index: number): WrittenMessage {
  const server = ['postfix', 'exchange', 'gmail', 'exim', 'qmail', 'full', 'delayed'][index % 7] ?? '';
  const returned = `Message-ID: ${sent.messageId}\r\nFrom: <${studio}>\r\nTo: <${sent.email}>\r\nSubject: ${encoded(sent.subject)}\r\n`;
  const daemon =
    server === 'exchange' ? 'postmaster@exemple-clients.test' : 'mailer-daemon@exemple-clients.test';
  const written = (raw: string, suppresses: boolean): WrittenMessage => ({
    ...{ family: 'bounce', by: server, raw, contact: sent.contact, send: sent.id, counts: false, suppresses },
  });
  if (server === 'exim') {
    const text = `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered:\n\n  ${sent.email}\n    host mx.exemple.test: 550 5.1.1 User unknown\n\n------ This is a copy of the message, including all the headers. ------\n\nMessage-ID: ${sent.messageId}\nSubject: x\n`;
    return written(
      formatLetter({
        ...letterOf(daemon, sent),
        subject: 'Mail delivery failed: returning message to sender',
        text,
        headers: [`X-Failed-Recipients: ${sent.email}`, 'Auto-Submitted: auto-replied'],
      }),
      true,
    );
  }
  if (server === 'qmail') {
    const text = `Hi. This is the qmail-send program at exemple.test.\nI'm afraid I wasn't able to deliver your message.\n\n<${sent.email}>:\nSorry, no mailbox here by that name. 5.1.1 unknown user\n\n--- Below this line is a copy of the message.\n\nMessage-ID: ${sent.messageId}\n`;
    return written(formatLetter({ ...letterOf(daemon, sent), subject: 'failure notice', text }), true);
  }
  const [action, status, said] =
    server === 'delayed'
      ? ['delayed', '4.4.1', '451 4.4.1 connection timed out']
      : server === 'full'
        ? ['failed', '5.2.2', '552 5.2.2 mailbox full']
        : ['failed', '5.1.1', '550 5.1.1 recipient not found'];
  const original = server === 'exchange' ? '' : `Original-Recipient: rfc822;${sent.email}\r\n`;
  const copy = server === 'gmail' ? 'message/rfc822' : 'text/rfc822-headers';
  counter += 1;
  const raw = [
    `From: Mail Delivery System <${daemon}>`,
    `To: <${sent.replyTo}>`,
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <dsn${counter}@exemple-clients.test>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="dsn"',
    '',
    '--dsn',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system. Your message could not be delivered.',
    '',
    '--dsn',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.exemple.test',
    '',
    `${original}Final-Recipient: rfc822;${sent.email}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${said}`,
    '',
    '--dsn',
    `Content-Type: ${copy}`,
    '',
    returned,
    '--dsn--',
    '',
  ].join('\r\n');
  return written(raw, action === 'failed' && status === '5.1.1');
}

const letterOf = (daemon: string, sent: SentMessage) => ({
  from: daemon,
  name: 'Mail Delivery System',
  to: sent.replyTo,
});

/** Writes in the name of a recipient, from their address alone, with and without forged authentication results. */
export function writeForged(sent: SentMessage, index: number): WrittenMessage {
  const letter = { from: sent.email, name: sent.name, to: studio, subject: `Re: ${sent.subject}` };
  const domain = sent.email.slice(sent.email.indexOf('@') + 1);
  const text = 'Oui, nous sommes intéressés. Voici nos nouvelles coordonnées bancaires.';
  const tricks: Record<string, { headers?: string[]; results?: string }> = {
    'dmarc fails': {
      results: `spf=fail client-ip=203.0.113.9; envelope-from=x@voleur.test; dkim=none; dmarc=fail header.from=${domain};`,
    },
    'no results': {},
    'results of its own': {
      headers: [`Authentication-Results: mx.voleur.test; dmarc=pass header.from=${domain}`],
    },
    'the provider’s name below': {
      results: `spf=fail envelope-from=x@voleur.test; dkim=none; dmarc=fail header.from=${domain};`,
      headers: [`Authentication-Results: ${authserv}; ${passedChecks(sent.email)}`],
    },
    'signed by another': {
      results: `spf=pass envelope-from=x@voleur.test; dkim=pass header.i=@voleur.test; dmarc=none`,
    },
    'a token that is no token': { results: 'spf=none; dkim=none; dmarc=none' },
  };
  const names = Object.keys(tricks);
  const by = names[index % names.length] ?? '';
  const to = by === 'a token that is no token' ? sent.replyTo.replace(/[0-9a-f]{4}@/, '0000@') : studio;
  const raw = formatLetter({ ...letter, to, text, ...tricks[by] });
  return { family: 'forged', by, raw, contact: sent.contact, send: sent.id, counts: false };
}

/** Writes automatic messages, which must not be answered. */
export function writeLoop(sent: SentMessage, index: number): WrittenMessage {
  const kinds: [string, Partial<Letter>][] = [
    [
      'auto-generated',
      {
        headers: ['Auto-Submitted: auto-generated'],
        subject: 'Billet 4412 créé',
        text: 'Votre billet est créé.',
      },
    ],
    [
      'list',
      {
        headers: ['List-Id: <nouvelles.exemple.test>', 'Precedence: list'],
        subject: 'Infolettre',
        text: 'Les nouvelles de la semaine.',
      },
    ],
    [
      'receipt',
      {
        headers: ['Content-Disposition: notification', 'X-Loop: studio'],
        subject: 'Lu : Vos bâtiments',
        text: 'Votre message a été lu.',
      },
    ],
    [
      'robot',
      {
        from: 'no-reply@exemple-clients.test',
        subject: 'Confirmation',
        text: 'Ne répondez pas à ce message.',
      },
    ],
    [
      'stranger',
      { from: 'inconnue@ailleurs.test', subject: 'Bonjour', text: 'Faites-vous aussi des mariages?' },
    ],
  ];
  const [by, change] = kinds[index % kinds.length] ?? ['', {}];
  const isKnown = by !== 'robot' && by !== 'stranger';
  const raw = formatLetter({ from: sent.email, to: isKnown ? sent.replyTo : studio, subject: '', ...change });
  // A message with our reply address is filed; any other waits for a person.
  return {
    family: 'loop',
    by,
    raw,
    contact: isKnown ? sent.contact : null,
    send: isKnown ? sent.id : null,
    counts: false,
  };
}
