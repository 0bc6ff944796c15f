import type { ContentPath } from '../../../../../common/content/paths'
import type { Environment } from '../../../../../common/publishing/environments'

const wanted = new Map<ContentPath, Environment>()

/** In which of its states the site is to be shown, when a tab of it is opened at the path. */
export function wantState(path: ContentPath, environment: Environment): void {
  wanted.set(path, environment)
}

/** Live, unless something else was wanted. */
export const wantedState = (path: ContentPath): Environment => wanted.get(path) ?? 'live'
