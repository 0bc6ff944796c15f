import { IconListTree } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { lazyView } from '../../../components/lazy-view'
import { State } from '../../../components/State'
import { useSurfaceOf } from './shown-pages'
import { words } from './words'

const PageParts = lazyView(() => import('./PageParts').then((module) => module.PageParts))

/**
 * Panel of the inspector: the outline of the page that is written in, and what it says about itself (VE15).
 */
export function PagePanel({ path }: { readonly path: ContentPath | null }) {
  const surface = useSurfaceOf(path)
  if (!path || !surface)
    return (
      <State icon={<IconListTree size={20} />} title={words.none}>
        {words.noneHint}
      </State>
    )
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <PageParts path={path} surface={surface} />
    </Suspense>
  )
}
