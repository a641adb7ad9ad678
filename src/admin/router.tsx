import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { createQueryClient } from '@/shared/lib/query-client';
import { ErrorScreen } from '@/shared/ui/error-screen';
import { NotFoundPage } from '@/shared/ui/not-found-page';
import { Notifications } from '@/shared/ui/notifications';
import { Spinner } from '@/shared/ui/spinner';
import { followSession } from './account/data/follow-session';
import { readRole, refusalOfReader } from './account/data/session';
import { sendKeptExchanges } from './contacts/data/kept-exchanges';
import { syncOfflineCopies } from './kit/data/offline-copies';
import { provideWords } from './kit/data/subject-words';
import { connection } from './kit/lib/connection';
import { page, SubjectsContext } from './kit/lib/subject';
import { AdminLayout } from './layout';
import { RequireAdmin } from './require-admin';
import { AddressedScreen, ScreenError, UnknownAddress } from './screen-states';
import { subjects } from './subjects';
import { sendKeptPhotos } from './trips/data/kept-photos';

const queryClient = createQueryClient(refusalOfReader, connection.isOffline);
provideWords(queryClient, subjects);
// The role is read while the script of the first screen is loading.
void readRole(queryClient);

/** The screens of every subject, each at its address. */
const routes: RouteObject[] = subjects.flatMap(({ paths: addresses, screens }) =>
  Object.entries(screens).map(([name, screen]) => ({ path: addresses[name]?.path, ...screen })),
);

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
            element: (
              <SubjectsContext value={subjects}>
                <AdminLayout />
              </SubjectsContext>
            ),
            errorElement: <ErrorScreen />,
            children: [
              {
                // Inside the layout, so that the menu survives an error.
                element: <AddressedScreen />,
                errorElement: <ScreenError />,
                children: [...routes, { path: `${paths.admin.path}/*`, element: <UnknownAddress /> }],
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
  useEffect(() => sendKeptExchanges(queryClient), []);
  useEffect(() => sendKeptPhotos(queryClient), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Notifications />
    </QueryClientProvider>
  );
}
