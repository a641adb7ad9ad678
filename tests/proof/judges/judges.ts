import type { Judge } from './judge.ts';
import { hledger } from './judges/accounts.ts';
import { sqlmap, wapiti } from './judges/attacks.ts';
import { icalendar } from './judges/calendar.ts';
import { caniemail } from './judges/caniemail.ts';
import { mutool, poppler, qpdf } from './judges/documents.ts';
import { equalAccess } from './judges/equal-access.ts';
import { htmlValidate } from './judges/html-validate.ts';
import { mailauth } from './judges/mailauth.ts';
import { exiftool } from './judges/pictures.ts';
import { spamassassin } from './judges/spamassassin.ts';
import { sqlsmith } from './judges/sqlsmith.ts';
import { stacValidator } from './judges/stac.ts';
import { gdal, gpsbabel, openssl } from './judges/survey.ts';
import { csvkit, libreOffice } from './judges/tables.ts';
import { vnu } from './judges/vnu.ts';
import { infoZip } from './judges/zip.ts';

/** Every judge, in the order in which they run. */
export const judges: readonly Judge[] = [
  ...[vnu, htmlValidate, equalAccess, caniemail, spamassassin, mailauth],
  ...[qpdf, mutool, poppler, hledger, csvkit, libreOffice, infoZip],
  ...[icalendar, gdal, stacValidator, gpsbabel, openssl, exiftool],
  ...[wapiti, sqlmap, sqlsmith],
];
