import { MailCheck } from 'lucide-react';
import { viewsOf } from '@/admin/kit/lib/list-address';
import { page, subject, widePage } from '@/admin/kit/lib/subject';
import { campaignPaths } from './paths';

/** A template, its people, what was sent, what came back. */
export const campaigns = subject({
  paths: campaignPaths,
  screens: {
    list: widePage(() => import('./screens/campaigns-page'), 'CampaignsPage'),
    new: page(() => import('./screens/campaign-new-page'), 'CampaignNewPage'),
    one: widePage(() => import('./screens/campaign-page'), 'CampaignPage'),
  },
  menu: { title: 'Campagnes', to: campaignPaths.list.href(), Icon: MailCheck },
  palette: { actions: [{ title: 'Nouvelle campagne', to: campaignPaths.new.href(), order: -3 }] },
  search: { campaign: { label: 'Campagnes', href: campaignPaths.one.href } },
  records: { campaign_emails: campaignPaths.one.href, view_campaigns: viewsOf(campaignPaths.list) },
  guide: [
    {
      page: 'envoyer-une-campagne',
      title: 'Envoyer une campagne',
      screens: [campaignPaths.list.path],
    },
  ],
  tables: () => import('./data/tables'),
  todayLines: () => import('./data/today-lines'),
});
