import { lazyView } from '../../components/lazy-view'
import type { Feature } from '../../workbench/contributions'

export const feature: Feature = {
  parts: { comparison: lazyView(() => import('./CompareView').then((module) => module.CompareView)) }
}
