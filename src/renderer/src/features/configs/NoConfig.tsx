import { Button } from '@mantine/core'
import { IconSettings2 } from '@tabler/icons-react'
import { nameOf, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { State } from '../../components/State'
import type { ConfigDraft } from './config-draft'
import { templatesFor } from './new-config'
import { scopeKind } from './ScopePicker'
import classes from './configs.module.css'

interface NoConfigProps {
  readonly draft: ConfigDraft
  readonly path: ContentPath
  /** E-mail of the person at the window. */
  readonly me: string
}

/** A scope that has no config yet: what one is for, and what it can begin with. */
export function NoConfig({ draft, path, me }: NoConfigProps) {
  const what = scopeKind(path).toLowerCase()
  if (!draft.writable) {
    return (
      <State icon={<IconSettings2 size={20} stroke={1.5} />} title={`No config for this ${what}`}>
        You may not make one. Ask whoever has the role Organization Administrator of {segmentsOf(path)[0]}.
      </State>
    )
  }
  const templates = templatesFor(path, me)
  return (
    <State
      icon={<IconSettings2 size={20} stroke={1.5} />}
      title={`No config for “${nameOf(path)}” yet`}
      actions={templates.map((template, index) => (
        <Button
          key={template.title}
          variant={index === 0 ? 'filled' : 'default'}
          title={template.hint}
          onClick={() => draft.set(template.text, true)}
        >
          {template.title}
        </Button>
      ))}
    >
      <p>A config holds sheets of settings for this {what} alone: nothing is inherited from wider scopes.</p>
      <ul className={classes.templates}>
        {templates.map(({ title, hint }) => (
          <li key={title}>
            <b>{title}</b>: {hint}
          </li>
        ))}
      </ul>
    </State>
  )
}
