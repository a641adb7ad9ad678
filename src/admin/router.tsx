import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { paths } from '@/shared/lib/admin-paths';
import { createQueryClient } from '@/shared/lib/query-client';
import { ErrorScreen } from '@/shared/ui/error-screen';
import { NotFoundPage } from '@/shared/ui/not-found-page';
import { Notifications } from '@/shared/ui/notifications';
import { Spinner } from '@/shared/ui/spinner';
import { keepOfflineCopies } from './data/offline/offline-copies';
import { followSession, refusalOfReader } from './data/session/session';
import { AdminLayout } from './layout';
import { connection } from './lib/connection';
import { prefetchedRoute } from './prefetched-route';
import { RequireAdmin } from './require-admin';
import { AddressedScreen, ScreenError, UnknownAddress } from './screen-states';

const { admin } = paths;

const queryClient = createQueryClient(refusalOfReader, connection.isCut);

/** Of a list: the layout gives it the whole width. */
const wide = { wide: true };

/** The screens of the back office, each in a script of its own. */
const screens: RouteObject[] = [
  {
    path: admin.dashboard.path,
    lazy: async () => ({
      Component: (await import('./features/dashboard/dashboard-page')).DashboardPage,
    }),
  },
  {
    path: admin.quotes.path,
    handle: wide,
    lazy: async () => ({
      Component: (await import('./features/quote-requests/quote-requests-page')).QuoteRequestsPage,
    }),
  },
  {
    path: admin.issuedQuotes.path,
    handle: wide,
    lazy: async () => ({
      Component: (await import('./features/issued-quotes/issued-quotes-page')).IssuedQuotesPage,
    }),
  },
  {
    path: admin.issuedQuote.path,
    handle: wide,
    lazy: async () => ({
      Component: (await import('./features/issued-quotes/issued-quote-page')).IssuedQuotePage,
    }),
  },
  {
    path: admin.quoteCatalogue.path,
    lazy: async () => ({
      Component: (await import('./features/issued-quotes/catalogue-page')).CataloguePage,
    }),
  },
  {
    path: admin.quoteTemplateNew.path,
    lazy: async () => ({
      Component: (await import('./features/issued-quotes/quote-template-page')).NewQuoteTemplatePage,
    }),
  },
  {
    path: admin.quoteTemplate.path,
    lazy: async () => ({
      Component: (await import('./features/issued-quotes/quote-template-page')).EditQuoteTemplatePage,
    }),
  },
  {
    path: admin.tours.path,
    handle: wide,
    lazy: async () => {
      const { ToursPage, firstTours } = await import('./features/tours/tours-page');
      return { Component: ToursPage, ...prefetchedRoute(queryClient, firstTours) };
    },
  },
  {
    path: admin.tourNew.path,
    lazy: async () => ({
      Component: (await import('./features/tours/tour-form-page')).NewTourPage,
    }),
  },
  {
    path: admin.tourEdit.path,
    lazy: async () => ({
      Component: (await import('./features/tours/tour-form-page')).EditTourPage,
    }),
  },
  {
    path: admin.panoramaTour.path,
    handle: wide,
    lazy: async () => ({
      Component: (await import('./features/panorama-tours/panorama-tour-page')).PanoramaTourPage,
    }),
  },
  {
    path: admin.tourDelivery.path,
    lazy: async () => ({
      Component: (await import('./features/tours/delivery-page')).DeliveryPage,
    }),
  },
  {
    path: admin.tags.path,
    lazy: async () => ({ Component: (await import('./features/tags/tags-page')).TagsPage }),
  },
  {
    path: admin.tripPlans.path,
    handle: wide,
    lazy: async () => ({
      Component: (await import('./features/trip-plans/trip-plans-page')).TripPlansPage,
    }),
  },
  {
    path: admin.publicProfile.path,
    lazy: async () => ({
      Component: (await import('./features/settings/settings-page')).PublicProfilePage,
    }),
  },
  {
    path: admin.contractThresholds.path,
    lazy: async () => ({
      Component: (await import('./features/settings/thresholds-page')).ThresholdsPage,
    }),
  },
  {
    path: admin.tenders.path,
    lazy: async () => ({ Component: (await import('./features/tenders/tenders-page')).TendersPage }),
  },
  {
    path: admin.municipalities.path,
    handle: wide,
    lazy: async () => {
      const { MunicipalitiesPage, firstMunicipalities } = await import(
        './features/municipalities/municipalities-page'
      );
      return { Component: MunicipalitiesPage, ...prefetchedRoute(queryClient, firstMunicipalities) };
    },
  },
  {
    path: admin.municipality.path,
    lazy: async () => ({
      Component: (await import('./features/municipalities/municipality-page')).MunicipalityPage,
    }),
  },
  {
    path: admin.register.path,
    lazy: async () => ({
      Component: (await import('./features/municipalities/register-page')).RegisterPage,
    }),
  },
  {
    path: admin.tripPlanNew.path,
    lazy: async () => ({
      Component: (await import('./features/trip-plans/trip-form-page')).NewTripPage,
    }),
  },
  {
    path: admin.tripPlan.path,
    lazy: async () => ({
      Component: (await import('./features/trip-plans/trip-form-page')).EditTripPage,
    }),
  },
  {
    path: admin.tripSheet.path,
    lazy: async () => ({
      Component: (await import('./features/trip-plans/trip-sheet-page')).TripSheetPage,
    }),
  },
  {
    path: admin.prospects.path,
    handle: wide,
    lazy: async () => ({
      Component: (await import('./features/prospects/prospects-page')).ProspectsPage,
    }),
  },
  {
    path: admin.contacts.path,
    handle: wide,
    lazy: async () => {
      const { ContactsPage, firstContacts } = await import('./features/contacts/contacts-page');
      return { Component: ContactsPage, ...prefetchedRoute(queryClient, firstContacts) };
    },
  },
  {
    path: admin.contactNew.path,
    lazy: async () => ({
      Component: (await import('./features/contacts/contact-page')).NewContactPage,
    }),
  },
  {
    path: admin.contactImport.path,
    lazy: async () => ({
      Component: (await import('./features/contact-import/contact-import-page')).ContactImportPage,
    }),
  },
  {
    path: admin.contactDuplicates.path,
    lazy: async () => ({
      Component: (await import('./features/contacts/duplicates-page')).DuplicatesPage,
    }),
  },
  {
    path: admin.segments.path,
    lazy: async () => ({
      Component: (await import('./features/segments/segments-page')).SegmentsPage,
    }),
  },
  {
    path: admin.segmentNew.path,
    lazy: async () => ({
      Component: (await import('./features/segments/segment-page')).NewSegmentPage,
    }),
  },
  {
    path: admin.segment.path,
    lazy: async () => ({
      Component: (await import('./features/segments/segment-page')).EditSegmentPage,
    }),
  },
  {
    path: admin.organisations.path,
    handle: wide,
    lazy: async () => {
      const { OrganisationsPage, firstOrganisations } = await import(
        './features/organisations/organisations-page'
      );
      return { Component: OrganisationsPage, ...prefetchedRoute(queryClient, firstOrganisations) };
    },
  },
  {
    path: admin.organisation.path,
    lazy: async () => ({
      Component: (await import('./features/organisations/organisation-page')).OrganisationPage,
    }),
  },
  {
    path: admin.contact.path,
    lazy: async () => ({
      Component: (await import('./features/contacts/contact-page')).ContactPage,
    }),
  },
  {
    path: admin.emailTemplates.path,
    handle: { wide: true },
    lazy: async () => ({
      Component: (await import('./features/email-templates/email-templates-page')).EmailTemplatesPage,
    }),
  },
  {
    path: admin.emailTemplateNew.path,
    lazy: async () => ({
      Component: (await import('./features/email-templates/template-form-page')).NewTemplatePage,
    }),
  },
  {
    path: admin.emailTemplate.path,
    lazy: async () => ({
      Component: (await import('./features/email-templates/template-form-page')).EditTemplatePage,
    }),
  },
  {
    path: admin.campaigns.path,
    handle: { wide: true },
    lazy: async () => ({
      Component: (await import('./features/campaigns/campaigns-page')).CampaignsPage,
    }),
  },
  {
    path: admin.campaignNew.path,
    lazy: async () => ({
      Component: (await import('./features/campaigns/campaign-new-page')).CampaignNewPage,
    }),
  },
  {
    path: admin.campaign.path,
    handle: { wide: true },
    lazy: async () => ({
      Component: (await import('./features/campaigns/campaign-page')).CampaignPage,
    }),
  },
  {
    path: admin.settings.path,
    lazy: async () => ({
      Component: (await import('./features/settings/settings-page')).SettingsPage,
    }),
  },
  {
    path: admin.trash.path,
    lazy: async () => ({ Component: (await import('./features/trash/trash-page')).TrashPage }),
  },
  {
    path: admin.emailSettings.path,
    lazy: async () => ({
      Component: (await import('./features/settings/settings-page')).EmailSettingsPage,
    }),
  },
  {
    path: admin.personalData.path,
    lazy: async () => ({
      Component: (await import('./features/personal-data/personal-data-page')).PersonalDataPage,
    }),
  },
  {
    path: admin.team.path,
    lazy: async () => ({ Component: (await import('./features/team/team-page')).TeamPage }),
  },
  {
    path: admin.restore.path,
    lazy: async () => ({ Component: (await import('./features/restores/restore-page')).RestorePage }),
  },
  {
    path: admin.setup.path,
    lazy: async () => ({ Component: (await import('./features/setup/setup-page')).SetupPage }),
  },
  ...[admin.guide.path, admin.guidePage.path].map((path) => ({
    path,
    lazy: async () => ({ Component: (await import('./features/guide/guide-page')).GuidePage }),
  })),
  { path: `${admin.dashboard.path}/*`, element: <UnknownAddress /> },
];

const router = createBrowserRouter([
  {
    errorElement: <ErrorScreen />,
    hydrateFallbackElement: <Spinner />,
    children: [
      {
        path: paths.auth.path,
        lazy: async () => ({ Component: (await import('./features/auth/auth-page')).AuthPage }),
      },
      {
        element: <RequireAdmin />,
        children: [
          {
            element: <AdminLayout />,
            errorElement: <ErrorScreen />,
            children: [
              {
                // Inside the layout, so that the menu outlives what goes wrong.
                element: <AddressedScreen />,
                errorElement: <ScreenError />,
                children: screens,
              },
              {
                path: admin.incidentNew.path,
                lazy: async () => ({
                  Component: (await import('./features/incidents/incident-page')).NewIncidentPage,
                }),
              },
              {
                path: admin.incident.path,
                lazy: async () => ({
                  Component: (await import('./features/incidents/incident-page')).IncidentPage,
                }),
              },
              {
                path: admin.security.path,
                lazy: async () => ({
                  Component: (await import('./features/account-security/security-page')).SecurityPage,
                }),
              },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]);

/** Resolved when the screen of the address can be rendered. */
export const routed = new Promise<void>((done) => {
  if (router.state.initialized) done();
  else router.subscribe(({ initialized }) => initialized && done());
});

/** Sign-in and back office, with the data router. */
export function AdminApp() {
  useEffect(() => followSession(queryClient), []);
  useEffect(() => keepOfflineCopies(queryClient), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Notifications />
    </QueryClientProvider>
  );
}
