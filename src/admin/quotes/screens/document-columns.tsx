import type { Column } from '@/admin/kit/ui/data-table';

/** Column of the number of quotes or invoices, which leads to each. */
export const numberColumn = <Row extends { id: string }>(
  numberOf: (row: Row) => string,
  href: (id: string) => string,
  width: [number, number],
): Column<Row> => ({
  key: 'numero',
  header: 'Numéro',
  sortable: true,
  primary: true,
  width,
  text: numberOf,
  cell: (row) => (
    <a className="font-semibold hover:underline" href={href(row.id)}>
      {numberOf(row)}
    </a>
  ),
});

/** Column of the client of quotes or invoices, which leads to each. */
export const clientColumn = <Row extends { id: string; organization_name: string }>(
  href: (id: string) => string,
): Column<Row> => ({
  key: 'client',
  header: 'Client',
  sortable: true,
  mobile: 'title',
  primary: true,
  width: [140, 400],
  grows: true,
  text: ({ organization_name }) => organization_name || 'Sans client',
  cell: ({ id, organization_name }) => (
    <a className="hover:underline" href={href(id)}>
      {organization_name || 'Sans client'}
    </a>
  ),
});

/** Column of an amount of quotes or invoices. */
export const amountColumn = <Row,>(
  key: string,
  header: string,
  amountOf: (row: Row) => string,
): Column<Row> => ({
  key,
  header,
  sortable: true,
  primary: true,
  align: 'end',
  width: [110, 150],
  text: amountOf,
  cell: amountOf,
});
