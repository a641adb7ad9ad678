/**
 * Explains why a request posted without script was refused, keyed by the anchor that the edge function redirects to
 * (docs/decisions/0040).
 */
export const quoteRequestRefusals = {
  organisation: 'Le nom de l’organisation doit compter de 2 à 200 caractères.',
  type: 'Choisissez le type de votre organisation dans la liste.',
  nom: 'Votre nom doit compter de 2 à 100 caractères.',
  courriel: 'L’adresse courriel n’est pas valide. Elle ressemble à nom@ville.qc.ca, sans espace ni accent.',
  telephone: 'Le numéro de téléphone ne peut pas dépasser 20 caractères.',
  service: 'Choisissez un type de service dans la liste.',
  message: 'Le message ne peut pas dépasser 2\u00a0000 caractères.',
  'trop-de-demandes':
    'Trop de demandes ont été envoyées. Attendez une dizaine de minutes avant de réessayer.',
  verification:
    'La vérification anti-robot n’a pas pu être faite. Elle a besoin de JavaScript; sans lui, écrivez-nous.',
  panne: 'Une erreur est survenue de notre côté. Vous pouvez réessayer dans quelques minutes.',
} as const;
