const DOCUMENT_NUMBER = /((?:F-)?\b\d{4}-\d{3,}\b)/;

/** A text whose numbers of quotes and invoices (« F-2026-001 ») stay on one line: a browser breaks after a hyphen. */
export const UnbrokenNumbers = ({ text }: { text: string }) =>
  text.split(DOCUMENT_NUMBER).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is nothing but its place.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
