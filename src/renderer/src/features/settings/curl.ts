import { urlOf } from '../../../../common/api/url'
import { ROOT } from '../../../../common/content/paths'

/**
 * A command that lists the organizations: the token goes through standard input, so that it is in no list of
 * processes (A6).
 */
export function curlLine(origin: string, token: string): string {
  return `printf 'header = "Authorization: Bearer %s"' '${token}' | curl --config - '${origin}${urlOf('list', { at: ROOT })}'`
}
