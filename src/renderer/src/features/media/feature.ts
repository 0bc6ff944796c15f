import { lazyView } from '../../components/lazy-view'
import type { Feature } from '../../workbench/contributions'

export const feature: Feature = {
  editors: [
    {
      id: 'media',
      matches: () => true,
      priority: 0,
      View: lazyView(() => import('./MediaView').then((module) => module.MediaEditor))
    }
  ]
}
