import { firstTour } from './1-tour.ts';
import { answer } from './2-answer.ts';
import { quote } from './3-quote.ts';
import { invoice } from './4-invoice.ts';
import { campaign } from './5-campaign.ts';
import { importList } from './6-import.ts';
import { trip } from './7-trip.ts';
import { survey } from './8-survey.ts';
import { call } from './9-call.ts';
import { undo } from './10-undo.ts';
import { contact } from './11-contact.ts';
import type { Task } from './task.ts';

export const tasks: readonly Task[] = [
  firstTour,
  answer,
  quote,
  invoice,
  campaign,
  importList,
  trip,
  survey,
  call,
  undo,
  contact,
];
