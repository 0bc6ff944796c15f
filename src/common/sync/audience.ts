/**
 * Whether a token for an audience is one for this very server. Another one also opens whatever else believes
 * that audience: only the person can say that it is right (Y23).
 * @param base of the server, as it is kept
 */
export function isOwnAudience(base: string, audience: string | null): boolean {
  const { origin } = new URL(base)
  return audience === null || [base, `${base}/`, origin, `${origin}/`].includes(audience)
}
