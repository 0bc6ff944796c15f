import { isText } from '../../documents/is-text'
import { lazyView } from '../../components/lazy-view'
import type { Feature } from '../../workbench/contributions'

export const feature: Feature = {
  editors: [
    {
      id: 'text',
      matches: isText,
      priority: 10,
      View: lazyView(() => import('./TextDocument').then((module) => module.TextDocument))
    }
  ]
}
