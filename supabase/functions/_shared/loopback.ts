/** Whether a host is this machine, whose lines nobody hears: a password may be told to it in clear. */
export const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
