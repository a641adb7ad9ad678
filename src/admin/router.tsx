import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { paths } from '@/shared/lib/admin-paths';
import { createQueryClient } from '@/shared/lib/query-client';
import { ErrorScreen } from '@/shared/ui/error-screen';
import { NotFoundPage } from '@/shared/ui/not-found-page';
import { Notifications } from '@/shared/ui/notifications';
import { Spinner } from '@/shared/ui/spinner';
import { followSession, readRole, refusalOfReader } from './account/data/session';
import { syncOfflineCopies } from './kit/data/offline-copies';
import { connection } from './kit/lib/connection';
import { AdminLayout } from './layout';
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
  dashboard: page(() => import('./today/screens/dashboard-page'), 'DashboardPage'),
  quotes: wide(() => import('./requests/screens/quote-requests-page'), 'QuoteRequestsPage'),
  issuedQuotes: wide(() => import('./quotes/screens/issued-quotes-page'), 'IssuedQuotesPage'),
  issuedQuote: wide(() => import('./quotes/screens/issued-quote-page'), 'IssuedQuotePage'),
  quoteCatalogue: page(() => import('./quotes/screens/catalogue-page'), 'CataloguePage'),
  quoteTemplateNew: page(() => import('./quotes/screens/quote-template-page'), 'NewQuoteTemplatePage'),
  quoteTemplate: page(() => import('./quotes/screens/quote-template-page'), 'EditQuoteTemplatePage'),
  invoices: wide(() => import('./quotes/screens/invoices-page'), 'InvoicesPage'),
  invoice: wide(() => import('./quotes/screens/invoice-page'), 'InvoicePage'),
  tours: wide(() => import('./tours/screens/tours-page'), 'ToursPage'),
  tourNew: page(() => import('./tours/screens/tour-form-page'), 'NewTourPage'),
  tourEdit: page(() => import('./tours/screens/tour-form-page'), 'EditTourPage'),
  panoramaTour: wide(() => import('./tours/screens/panorama-tour-page'), 'PanoramaTourPage'),
  tourDelivery: page(() => import('./tours/screens/delivery-page'), 'DeliveryPage'),
  tourSharing: page(() => import('./tours/screens/sharing-page'), 'SharingPage'),
  tags: page(() => import('./tags/screens/tags-page'), 'TagsPage'),
  tripPlans: wide(() => import('./trips/screens/trip-plans-page'), 'TripPlansPage'),
  publicProfile: page(() => import('./settings/screens/settings-page'), 'PublicProfilePage'),
  publicPrices: page(() => import('./settings/screens/settings-page'), 'PublicPricesPage'),
  embedding: page(() => import('./settings/screens/settings-page'), 'EmbeddingPage'),
  evidence: page(() => import('./settings/screens/settings-page'), 'EvidencePage'),
  tenders: page(() => import('./tenders/screens/tenders-page'), 'TendersPage'),
  municipalities: wide(() => import('./municipalities/screens/municipalities-page'), 'MunicipalitiesPage'),
  municipality: page(() => import('./municipalities/screens/municipality-page'), 'MunicipalityPage'),
  register: page(() => import('./municipalities/screens/register-page'), 'RegisterPage'),
  tripPlanNew: page(() => import('./trips/screens/trip-form-page'), 'NewTripPage'),
  tripPlan: page(() => import('./trips/screens/trip-form-page'), 'EditTripPage'),
  tripSheet: page(() => import('./trips/screens/trip-sheet-page'), 'TripSheetPage'),
  surveyPair: wide(() => import('./surveys/screens/pair-page'), 'PairPage'),
  surveys: wide(() => import('./surveys/screens/surveys-page'), 'SurveysPage'),
  survey: wide(() => import('./surveys/screens/survey-page'), 'SurveyPage'),
  prospects: wide(() => import('./prospects/screens/prospects-page'), 'ProspectsPage'),
  contacts: wide(() => import('./contacts/screens/contacts-page'), 'ContactsPage'),
  contactNew: page(() => import('./contacts/screens/contact-page'), 'NewContactPage'),
  contactImport: page(() => import('./contacts/screens/contact-import-page'), 'ContactImportPage'),
  contactDuplicates: page(() => import('./contacts/screens/duplicates-page'), 'DuplicatesPage'),
  segments: page(() => import('./segments/screens/segments-page'), 'SegmentsPage'),
  segmentNew: page(() => import('./segments/screens/segment-page'), 'NewSegmentPage'),
  segment: page(() => import('./segments/screens/segment-page'), 'EditSegmentPage'),
  organisations: wide(() => import('./organisations/screens/organisations-page'), 'OrganisationsPage'),
  organisation: page(() => import('./organisations/screens/organisation-page'), 'OrganisationPage'),
  contact: page(() => import('./contacts/screens/contact-page'), 'ContactPage'),
  emailTemplates: wide(() => import('./messages/screens/email-templates-page'), 'EmailTemplatesPage'),
  emailTemplateNew: page(() => import('./messages/screens/template-form-page'), 'NewTemplatePage'),
  emailTemplate: page(() => import('./messages/screens/template-form-page'), 'EditTemplatePage'),
  campaigns: wide(() => import('./campaigns/screens/campaigns-page'), 'CampaignsPage'),
  campaignNew: page(() => import('./campaigns/screens/campaign-new-page'), 'CampaignNewPage'),
  campaign: wide(() => import('./campaigns/screens/campaign-page'), 'CampaignPage'),
  settings: page(() => import('./settings/screens/settings-page'), 'SettingsPage'),
  trash: page(() => import('./trash/screens/trash-page'), 'TrashPage'),
  emailSettings: page(() => import('./settings/screens/settings-page'), 'EmailSettingsPage'),
  personalData: page(() => import('./privacy/screens/personal-data-page'), 'PersonalDataPage'),
  team: page(() => import('./account/screens/team-page'), 'TeamPage'),
  restore: page(() => import('./privacy/screens/restore-page'), 'RestorePage'),
  setup: page(() => import('./settings/screens/setup-page'), 'SetupPage'),
  guide: page(() => import('./shell/screens/guide-page'), 'GuidePage'),
  guidePage: page(() => import('./shell/screens/guide-page'), 'GuidePage'),
  security: page(() => import('./account/screens/security-page'), 'SecurityPage'),
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
      { path: paths.auth.path, ...page(() => import('./account/screens/auth-page'), 'AuthPage') },
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
