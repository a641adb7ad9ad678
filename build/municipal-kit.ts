import {
  statedAmount,
  thresholdKinds,
  thresholdsOn,
} from '../supabase/functions/_shared/contract/contract-thresholds.ts';
import { municipalCost } from '../supabase/functions/_shared/quote/municipal-cost.ts';
import { quoteTotals } from '../supabase/functions/_shared/quote/quote-totals.ts';
import {
  drawDetails,
  drawHeading,
  drawProse,
  type LabelledDetail,
  widthOf,
} from '../supabase/functions/_shared/quote-pdf/blocks.ts';
import { drawFooter, drawLetterhead } from '../supabase/functions/_shared/quote-pdf/letterhead.ts';
import { printedDate, printedMoney } from '../supabase/functions/_shared/quote-pdf/printed-text.ts';
import {
  colors,
  openPdf,
  PAGE_MARGIN,
  type TaggedPdf,
} from '../supabase/functions/_shared/quote-pdf/tagged-pdf.ts';
import type { Env } from './env.ts';
import type { PublicOffer } from './public-offer.ts';
import { resolutionModel } from './resolution-model.ts';

const TITLE = 'Trousse pour les municipalités';

/** The studio and its offer, as the kit prints them. */
export type Kit = {
  studio: Env;
  offer: PublicOffer;
  /** The day of the build in Québec, YYYY-MM-DD: what has ended by then is left out. */
  today: string;
  /** The logo as PNG or JPEG. */
  logo?: Uint8Array | undefined;
};

const formatAmount = (cents: number) => printedMoney(cents).replace(',00', '');

/** Writes a text of one item a line as a list. */
const asList = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `- ${line}`)
    .join('\n');

/**
 * Prints the kit of a municipality's file: who the studio is, its commitments, how to buy, and a model of resolution.
 * Letter format, in French, tagged (PDF/UA), with a bookmark for each part. What nobody filled in is left out.
 */
export function municipalKit({ studio, offer, today, logo }: Kit): Promise<Uint8Array> {
  const { profile } = offer;
  const pdf = openPdf({
    title: `${TITLE} – ${studio.VITE_SITE_NAME}`,
    author: studio.VITE_LEGAL_NAME,
    subject: 'Renseignements pour le dossier d’achat',
    date: today,
  });
  const part = (title: string, draw: () => void, room = 60) => {
    drawHeading(pdf, title, room);
    pdf.doc.outline.addItem(title);
    draw();
  };
  const prose = (title: string, text: string) => {
    if (text) part(title, () => drawProse(pdf, text));
  };
  drawTitle(pdf, studio, today, logo);
  if (profile.is_demo)
    paragraph(pdf, 'Renseignements de démonstration\u00a0: aucun n’engage qui que ce soit.');
  prose('Qui nous sommes', [profile.about, profile.territory].filter(Boolean).join('\n\n'));
  prose('L’équipe', asList(profile.team));
  part('Fiche du fournisseur', () => drawDetails(pdf, supplier(studio)), 120);
  const { insurance } = profile;
  if (insurance && insurance.until >= today)
    part('Assurance responsabilité civile', () => drawDetails(pdf, insuranceText(insurance)));
  prose('À qui appartiennent les images', profile.picture_rights);
  prose(
    'Visages, plaques et Loi 25',
    profile.privacy_practice &&
      `${profile.privacy_practice}\n\nPolitique de confidentialité\u00a0: ${studio.VITE_SITE_URL}/confidentialite`,
  );
  prose(
    'Où vont les fichiers',
    [
      'La visite vous est livrée en fichiers et s’installe sur votre propre serveur\u00a0: elle reste ouverte sans abonnement, et les images restent sous votre contrôle.',
      profile.hosted_in_quebec &&
        'Jusqu’à la livraison, les fichiers et les données du projet sont hébergés au Québec.',
    ]
      .filter(Boolean)
      .join('\n\n'),
  );
  prose('Ce que vous recevez', asList(profile.delivery_formats));
  part('Comment nous confier un mandat', () => drawBuying(pdf, offer, today), 120);
  if (studio.VITE_TAXES?.startsWith('TPS')) part('Ce que paie la municipalité', () => drawCost(pdf), 140);
  pdf.newPage();
  part('Modèle de résolution du conseil', () => drawProse(pdf, resolutionModel(studio.VITE_LEGAL_NAME)));
  return pdf.finish((page, pages) =>
    drawFooter(pdf, `${TITLE}, ${studio.VITE_SITE_NAME}`, `Page\u00a0${page} de\u00a0${pages}`),
  );
}

function drawTitle(pdf: TaggedPdf, studio: Env, today: string, logo: Uint8Array | undefined): void {
  pdf.doc.y = drawLetterhead(pdf, { name: studio.VITE_SITE_NAME, logo }) + 28;
  pdf.tag(pdf.root, 'H1', () =>
    pdf.write(TITLE, PAGE_MARGIN, pdf.doc.y, {
      font: 'display',
      size: 26,
      color: colors.lake,
      width: widthOf(pdf),
    }),
  );
  pdf.doc.y += 4;
  paragraph(
    pdf,
    `À jour le ${printedDate(today)}. La version la plus récente est à la page ${studio.VITE_SITE_URL}/municipalites`,
  );
}

const paragraph = (pdf: TaggedPdf, text: string) =>
  pdf.tag(pdf.root, 'P', () =>
    pdf.write(text, PAGE_MARGIN, pdf.doc.y, { width: widthOf(pdf), color: colors.slate }),
  );

const supplier = (studio: Env): LabelledDetail[] =>
  [
    { label: 'Nom légal', value: studio.VITE_LEGAL_NAME },
    {
      label: 'Nom d’usage',
      value: studio.VITE_SITE_NAME === studio.VITE_LEGAL_NAME ? '' : studio.VITE_SITE_NAME,
    },
    { label: 'Numéro d’entreprise (NEQ)', value: studio.VITE_NEQ ?? '' },
    { label: 'TPS et TVQ', value: studio.VITE_TAXES ?? '' },
    { label: 'Adresse', value: studio.VITE_POSTAL_ADDRESS },
    { label: 'Courriel', value: studio.VITE_CONTACT_EMAIL },
    { label: 'Téléphone', value: studio.VITE_PHONE ?? '' },
    { label: 'Site', value: studio.VITE_SITE_URL },
  ].filter(({ value }) => value !== '');

const insuranceText = ({
  insurer,
  number,
  amount_cents,
  until,
}: NonNullable<PublicOffer['profile']['insurance']>): LabelledDetail[] =>
  [
    { label: 'Assureur', value: insurer },
    { label: 'Couverture', value: amount_cents === null ? '' : formatAmount(amount_cents) },
    { label: 'Police', value: number },
    { label: 'Valide jusqu’au', value: printedDate(until) },
  ].filter(({ value }) => value !== '');

function drawBuying(pdf: TaggedPdf, { hasEstimate }: PublicOffer, today: string): void {
  drawProse(
    pdf,
    [
      'Sous le seuil des invitations, de gré à gré\u00a0: vous recevez une soumission numérotée, chiffrée étape par étape, qui s’accepte par résolution ou par bon de commande, en ligne ou sur papier.',
      'Entre les deux seuils, invitation d’au moins deux fournisseurs, sauf si votre règlement sur la gestion contractuelle permet le gré à gré avec rotation.',
      'Au-delà, appel d’offres public publié au SEAO\u00a0: envoyez-nous le numéro de l’avis.',
      ...(hasEstimate
        ? ['Notre site donne un ordre de grandeur en une minute, à la page «\u00a0Estimer mon projet\u00a0».']
        : []),
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
  );
  drawDetails(
    pdf,
    thresholdsOn(today).map((threshold) => ({
      label: thresholdKinds[threshold.kind],
      value: `À partir de ${statedAmount(threshold, formatAmount(threshold.amountCents))}, depuis le ${printedDate(threshold.appliesFrom)}${
        // The kit may be read after it: nothing makes it again on that day.
        threshold.appliesUntil ? ` et jusqu’au ${printedDate(threshold.appliesUntil)}` : ''
      }.\nSource\u00a0: ${threshold.source}`,
    })),
  );
  paragraph(pdf, 'À titre indicatif\u00a0: la loi et votre règlement ont priorité.');
}

/** Price of the printed example, in cents. */
const EXAMPLE = 1_000_000;

function drawCost(pdf: TaggedPdf): void {
  const totals = quoteTotals({
    lines: [{ quantity: '1.000', unitPriceCents: EXAMPLE }],
    discountKind: 'aucun',
    discountValue: 0,
    taxStatus: 'registered',
  });
  const cost = municipalCost(totals);
  drawProse(
    pdf,
    'Une municipalité récupère la TPS en entier et la moitié de la TVQ. Estimation pour un mandat d’exemple, à confirmer par votre service des finances\u00a0:',
  );
  drawDetails(pdf, [
    { label: 'Prix avant taxes', value: printedMoney(totals.taxableCents) },
    { label: 'TPS (5\u00a0%)', value: printedMoney(totals.gstCents) },
    { label: 'TVQ (9,975\u00a0%)', value: printedMoney(totals.qstCents) },
    { label: 'Total avec taxes', value: printedMoney(totals.totalCents) },
    { label: 'TPS récupérée (100\u00a0%)', value: printedMoney(-cost.gstBackCents) },
    { label: 'TVQ récupérée (50\u00a0%)', value: printedMoney(-cost.qstBackCents) },
    { label: 'Coût net', value: printedMoney(cost.netCents) },
  ]);
}
