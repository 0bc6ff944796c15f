import { assertNever } from '../../../../common/errors'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import type { StateRef } from '../../workbench/workbench'
import { shortTime } from '../../components/formats'

/**
 * `Before legal review · 22 Oct 2026, 13:34 · by mara.ruiz`
 * @param of the file that is compared: states of another one say its name
 */
export function nameOfState(state: StateRef, makers?: string, of?: ContentPath): string {
  switch (state.kind) {
    case 'current':
      return of !== undefined && of !== state.path ? `${nameOf(state.path)} (now)` : 'Now (as saved)'
    case 'draft':
      return 'Typed here'
    case 'published':
      return state.environment === 'live' ? 'Live (published)' : 'Preview (published)'
    case 'remote':
      return [
        state.label,
        state.timestamp === undefined ? 'Now' : shortTime(state.timestamp),
        `on ${state.server}`
      ]
        .filter(Boolean)
        .join(' · ')
    case 'config':
      return 'Now (as saved)'
    case 'config-draft':
      return 'Now, with what is not saved yet'
    case 'disk':
      return `${state.name} (from this computer)`
    case 'version':
      return [state.label, shortTime(state.timestamp), makers && `by ${makers}`].filter(Boolean).join(' · ')
    default:
      return assertNever(state)
  }
}
