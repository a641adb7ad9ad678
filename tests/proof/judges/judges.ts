import type { Judge } from './judge.ts';
import { csvkit, hledger, libreOffice } from './judges/accounts.ts';
import { icalendar } from './judges/calendar.ts';
import { caniemail } from './judges/caniemail.ts';
import { mutool, poppler, qpdf } from './judges/documents.ts';
import { equalAccess } from './judges/equal-access.ts';
import { htmlValidate } from './judges/html-validate.ts';
import { exiftool } from './judges/pictures.ts';
import { spamassassin } from './judges/spamassassin.ts';
import { gdal, gpsbabel, openssl } from './judges/survey.ts';
import { vnu } from './judges/vnu.ts';

/** Every judge, in the order in which they run. */
export const judges: readonly Judge[] = [
  ...[vnu, htmlValidate, equalAccess, caniemail, spamassassin],
  ...[qpdf, mutool, poppler, hledger, csvkit, libreOffice],
  ...[icalendar, gdal, gpsbabel, openssl, exiftool],
];
