import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { paths } from '@/shared/lib/admin-paths';
import { createQueryClient } from '@/shared/lib/query-client';
import { ErrorScreen } from '@/shared/ui/error-screen';
import { NotFoundPage } from '@/shared/ui/not-found-page';
import { Notifications } from '@/shared/ui/notifications';
import { Spinner } from '@/shared/ui/spinner';
import { syncOfflineCopies } from './data/offline/offline-copies';
import { followSession, readRole, refusalOfReader } from './data/session/session';
import { AdminLayout } from './layout';
import { connection } from './lib/connection';
import { RequireAdmin } from './require-admin';
import { AddressedScreen, ScreenError, UnknownAddress } from './screen-states';

const { admin } = paths;

const queryClient = createQueryClient(refusalOfReader, connection.isOffline);
// The role is read while the script of the first screen is loading.
void readRole(queryClient);

/** A screen, whose script is loaded when its address is first opened. */
const page = <Name extends string>(
  load: () => Promise<Record<NoInfer<Name>, ComponentType>>,
  name: Name,
) => ({
  lazy: async () => ({ Component: (await load())[name] }),
});

/** A list screen, to which the layout gives the whole width. */
const wide: typeof page = (load, name) => ({ ...page(load, name), handle: { wide: true } });

/** The screens of the back office, by the names of their addresses. */
const screens: Partial<Record<keyof typeof admin, ReturnType<typeof page>>> = {
  dashboard: page(() => import('./features/dashboard/dashboard-page'), 'DashboardPage'),
  quotes: wide(() => import('./features/quote-requests/quote-requests-page'), 'QuoteRequestsPage'),
  issuedQuotes: wide(() => import('./features/issued-quotes/issued-quotes-page'), 'IssuedQuotesPage'),
  issuedQuote: wide(() => import('./features/issued-quotes/issued-quote-page'), 'IssuedQuotePage'),
  quoteCatalogue: page(() => import('./features/issued-quotes/catalogue-page'), 'CataloguePage'),
  quoteTemplateNew: page(
    () => import('./features/issued-quotes/quote-template-page'),
    'NewQuoteTemplatePage',
  ),
  quoteTemplate: page(() => import('./features/issued-quotes/quote-template-page'), 'EditQuoteTemplatePage'),
  invoices: wide(() => import('./features/invoices/invoices-page'), 'InvoicesPage'),
  invoice: wide(() => import('./features/invoices/invoice-page'), 'InvoicePage'),
  tours: wide(() => import('./features/tours/tours-page'), 'ToursPage'),
  tourNew: page(() => import('./features/tours/tour-form-page'), 'NewTourPage'),
  tourEdit: page(() => import('./features/tours/tour-form-page'), 'EditTourPage'),
  panoramaTour: wide(() => import('./features/panorama-tours/panorama-tour-page'), 'PanoramaTourPage'),
  tourDelivery: page(() => import('./features/tours/delivery-page'), 'DeliveryPage'),
  tourSharing: page(() => import('./features/tours/sharing-page'), 'SharingPage'),
  tags: page(() => import('./features/tags/tags-page'), 'TagsPage'),
  tripPlans: wide(() => import('./features/trip-plans/trip-plans-page'), 'TripPlansPage'),
  publicProfile: page(() => import('./features/settings/settings-page'), 'PublicProfilePage'),
  publicPrices: page(() => import('./features/settings/settings-page'), 'PublicPricesPage'),
  embedding: page(() => import('./features/settings/settings-page'), 'EmbeddingPage'),
  evidence: page(() => import('./features/settings/settings-page'), 'EvidencePage'),
  contractThresholds: page(() => import('./features/settings/thresholds-page'), 'ThresholdsPage'),
  tenders: page(() => import('./features/tenders/tenders-page'), 'TendersPage'),
  municipalities: wide(() => import('./features/municipalities/municipalities-page'), 'MunicipalitiesPage'),
  municipality: page(() => import('./features/municipalities/municipality-page'), 'MunicipalityPage'),
  register: page(() => import('./features/municipalities/register-page'), 'RegisterPage'),
  tripPlanNew: page(() => import('./features/trip-plans/trip-form-page'), 'NewTripPage'),
  tripPlan: page(() => import('./features/trip-plans/trip-form-page'), 'EditTripPage'),
  tripSheet: page(() => import('./features/trip-plans/trip-sheet-page'), 'TripSheetPage'),
  surveyPair: wide(() => import('./features/survey-pairs/pair-page'), 'PairPage'),
  surveys: wide(() => import('./features/surveys/surveys-page'), 'SurveysPage'),
  survey: wide(() => import('./features/surveys/survey-page'), 'SurveyPage'),
  prospects: wide(() => import('./features/prospects/prospects-page'), 'ProspectsPage'),
  contacts: wide(() => import('./features/contacts/contacts-page'), 'ContactsPage'),
  contactNew: page(() => import('./features/contacts/contact-page'), 'NewContactPage'),
  contactImport: page(() => import('./features/contact-import/contact-import-page'), 'ContactImportPage'),
  contactDuplicates: page(() => import('./features/contacts/duplicates-page'), 'DuplicatesPage'),
  segments: page(() => import('./features/segments/segments-page'), 'SegmentsPage'),
  segmentNew: page(() => import('./features/segments/segment-page'), 'NewSegmentPage'),
  segment: page(() => import('./features/segments/segment-page'), 'EditSegmentPage'),
  organisations: wide(() => import('./features/organisations/organisations-page'), 'OrganisationsPage'),
  organisation: page(() => import('./features/organisations/organisation-page'), 'OrganisationPage'),
  contact: page(() => import('./features/contacts/contact-page'), 'ContactPage'),
  emailTemplates: wide(() => import('./features/email-templates/email-templates-page'), 'EmailTemplatesPage'),
  emailTemplateNew: page(() => import('./features/email-templates/template-form-page'), 'NewTemplatePage'),
  emailTemplate: page(() => import('./features/email-templates/template-form-page'), 'EditTemplatePage'),
  campaigns: wide(() => import('./features/campaigns/campaigns-page'), 'CampaignsPage'),
  campaignNew: page(() => import('./features/campaigns/campaign-new-page'), 'CampaignNewPage'),
  campaign: wide(() => import('./features/campaigns/campaign-page'), 'CampaignPage'),
  settings: page(() => import('./features/settings/settings-page'), 'SettingsPage'),
  trash: page(() => import('./features/trash/trash-page'), 'TrashPage'),
  emailSettings: page(() => import('./features/settings/settings-page'), 'EmailSettingsPage'),
  personalData: page(() => import('./features/personal-data/personal-data-page'), 'PersonalDataPage'),
  team: page(() => import('./features/team/team-page'), 'TeamPage'),
  restore: page(() => import('./features/restores/restore-page'), 'RestorePage'),
  setup: page(() => import('./features/setup/setup-page'), 'SetupPage'),
  guide: page(() => import('./features/guide/guide-page'), 'GuidePage'),
  guidePage: page(() => import('./features/guide/guide-page'), 'GuidePage'),
  incidentNew: page(() => import('./features/incidents/incident-page'), 'NewIncidentPage'),
  incident: page(() => import('./features/incidents/incident-page'), 'IncidentPage'),
  security: page(() => import('./features/account-security/security-page'), 'SecurityPage'),
};

const routes: RouteObject[] = Object.entries(screens).map(([name, screen]) => ({
  path: admin[name as keyof typeof admin].path,
  ...screen,
}));

const router = createBrowserRouter([
  {
    errorElement: <ErrorScreen />,
    hydrateFallbackElement: <Spinner />,
    children: [
      { path: paths.auth.path, ...page(() => import('./features/auth/auth-page'), 'AuthPage') },
      {
        element: <RequireAdmin />,
        children: [
          {
            element: <AdminLayout />,
            errorElement: <ErrorScreen />,
            children: [
              {
                // Inside the layout, so that the menu survives an error.
                element: <AddressedScreen />,
                errorElement: <ScreenError />,
                children: [...routes, { path: `${admin.dashboard.path}/*`, element: <UnknownAddress /> }],
              },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]);

/** Sign-in and back office, with the data router. */
export function AdminApp() {
  useEffect(() => followSession(queryClient), []);
  useEffect(() => syncOfflineCopies(queryClient), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Notifications />
    </QueryClientProvider>
  );
}
