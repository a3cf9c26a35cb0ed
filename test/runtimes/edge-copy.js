/** A Worker that answers with the body it gets: no answer to `/records` can cost less. */
export default {
  fetch: (request) => new Response(request.body, { headers: { "content-type": "application/x-ndjson" } }),
};
