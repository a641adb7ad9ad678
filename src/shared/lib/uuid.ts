const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tells whether a text is written as the database writes an id: it refuses a query for anything else. */
export const isUuid = (text: string) => UUID.test(text);
