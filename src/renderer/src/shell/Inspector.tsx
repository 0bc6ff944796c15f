import { Tabs } from '@mantine/core'
import type { ContentPath } from '../../../common/content/paths'
import { panels, type Panel } from '../workbench/contributions'
import { updateWorkbench, useWorkbench } from '../workbench/workbench'
import { useRead } from '../state/signal'
import classes from './Inspector.module.css'

/** What is known about the document in the middle: its history, how it looks, what is wrong with it. */
export function Inspector({ path }: { readonly path: ContentPath | null }) {
  const panel = useWorkbench((state) => state.inspector)
  return (
    <Tabs
      value={panel}
      onChange={(chosen) => updateWorkbench((state) => ({ ...state, inspector: chosen ?? state.inspector }))}
      keepMounted={false}
      variant="none"
      classNames={{
        root: classes.root ?? '',
        list: classes.list ?? '',
        tab: classes.tab ?? '',
        panel: classes.panel ?? ''
      }}
    >
      <Tabs.List aria-label="Inspector">
        {panels().map((one) => (
          <PanelTab key={one.id} panel={one} path={path} />
        ))}
      </Tabs.List>
      {panels().map(({ id, View }) => (
        <Tabs.Panel key={id} value={id}>
          <View path={path} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function PanelTab({ panel, path }: { readonly panel: Panel; readonly path: ContentPath | null }) {
  const { id, title, count } = panel
  const counted = useRead(count ?? null, () => count?.of(path) ?? 0)
  return (
    <Tabs.Tab value={id} rightSection={counted > 0 ? <b className={classes.count}>{counted}</b> : null}>
      {title}
    </Tabs.Tab>
  )
}
