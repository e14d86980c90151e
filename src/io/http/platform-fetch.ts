/** Sends a request with the global `fetch`, which is looked up at each call: programs replace it. */
export const platformFetch = (url: string, request: RequestInit): Promise<Response> => fetch(url, request)
