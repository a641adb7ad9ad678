import { account } from './account/subject';
import { assistant } from './assistant/subject';
import { campaigns } from './campaigns/subject';
import { contacts } from './contacts/subject';
import type { Subject } from './kit/lib/subject';
import type { TableName } from './kit/lib/table-words';
import { messages } from './messages/subject';
import { municipalities } from './municipalities/subject';
import { organisations } from './organisations/subject';
import { privacy } from './privacy/subject';
import { prospects } from './prospects/subject';
import { quotes } from './quotes/subject';
import { requests } from './requests/subject';
import { segments } from './segments/subject';
import { settings } from './settings/subject';
import { shell } from './shell/subject';
import { surveys } from './surveys/subject';
import { tags } from './tags/subject';
import { tenders } from './tenders/subject';
import { today } from './today/subject';
import { tours } from './tours/subject';
import { trash } from './trash/subject';
import { trips } from './trips/subject';

/**
 * The back office: its subjects, each the folder of its name, in the order in which the menu, the palette and the guide
 * list them. A new subject is one line here.
 */
const subjectsByName = {
  today,
  requests,
  quotes,
  tours,
  tags,
  prospects,
  trips,
  municipalities,
  tenders,
  surveys,
  organisations,
  segments,
  contacts,
  messages,
  campaigns,
  privacy,
  account,
  settings,
  assistant,
  trash,
  shell,
} as const;

type SubjectOf = (typeof subjectsByName)[keyof typeof subjectsByName];
type TablesOf<One> = One extends { tables: () => Promise<{ tables: infer Tables }> } ? keyof Tables : never;
/** `never` while every table of the database belongs to a subject; otherwise the compiler names the missing ones. */
type EveryTable = [Exclude<TableName, TablesOf<SubjectOf>>] extends [never]
  ? object
  : { 'a table that no subject describes': Exclude<TableName, TablesOf<SubjectOf>> };

/** The subjects, in their order. */
export const subjects: readonly Subject[] = Object.values(subjectsByName satisfies EveryTable);
