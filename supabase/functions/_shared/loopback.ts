/** Tells whether a host is this machine, to which a password may be sent in clear. */
export const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
