import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Words that a French reviser removed from the screens, with their replacements. */
const struckOut = [
  [/Relevés avant déneigement|État des lieux avant déneigement|Pré-déneigement/, 'Relevé avant déneigement'],
  [/Événements spéciaux/, 'Événements'],
  [/label=["'](?:Nom|Type) d[e ]*(?:l)?'organisation/, 'Nom de l’organisation'],
  [/Demande en texte, par courriel/, 'Envoyer la demande par courriel'],
  [/À qui sont les images/, 'À qui appartiennent les images'],
  [/en dollars et par\s+étapes/, 'chiffrée étape par étape'],
  [/sommes de contrôle/, 'empreintes de vérification'],
  [/fichiers statiques/, 'Dossier prêt à déposer sur votre serveur'],
  [/paraissent-ils/, 'sont-ils visibles'],
  [/floutage se prévoit/, 'floutés avant la livraison'],
  [/nous vous dirons si c’est pour nous/, 'si nous pouvons le faire'],
  [/[Rr]etirée (?:des envois )?d’elle-même|, d’elles-mêmes,/, 'automatiquement'],
  [/fixé par nos règles/, 'le nombre de mois'],
  [/un contrat deux ans/, 'un contrat, deux ans'],
  [/ou appelez au/, 'téléphonez au'],
  [/CC-BY/, 'CC BY 4.0'],
  [/'Étendue'/, 'Points de vue'],
  [/Numérot(?:er|é) et fig/, 'Préparer l’envoi'],
  [/'Adresse réseau',? acc|'SHA-256 du PDF'|label="Empreinte SHA-256"/, 'Détails techniques'],
] as const;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'supabase', 'docs/guide'])
  .toString()
  .split('\n')
  // Migrations are history, and tests quote what was written.
  .filter((path) => /\.(?:tsx?|sql|md)$/.test(path) && !/\.test\.|supabase\/migrations|_testing/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

it.each(struckOut)('nobody reads %s: « %s »', (pattern) => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
});

it('a number and its unit stay on one line', () => {
  const parted = /\d (?:km|m|cm|mm|Mo|ko|Go|%|\$(?!\{))(?![\p{L}\d_-])/u;
  const isComment = /^\s*(?:\/?\*|\/\/)/;
  const lines = files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ path, text }) => text.split('\n').map((line) => ({ path, line })));
  expect(
    lines
      .filter(({ line }) => parted.test(line) && !isComment.test(line))
      .map(({ path, line }) => `${path}: ${line.trim()}`),
  ).toEqual([]);
});
