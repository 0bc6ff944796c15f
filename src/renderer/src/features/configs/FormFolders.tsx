import { Autocomplete, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { contentPath, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { bindingsIn, type EditorBinding } from '../../../../common/formats/structured'
import { IconButton } from '../../workbench/IconButton'
import { rowsOf } from '../../documents/rights/bindings'
import { FORM_EDITOR, withBinding } from '../../documents/rights/bind-folder'
import type { ConfigDraft } from './config-draft'
import { usePathSuggestions } from './path-suggestions'
import classes from './configs.module.css'

interface FormFoldersProps {
  readonly org: string
  readonly draft: ConfigDraft
}

/**
 * The `editor.path` entries of an organization: which folders open in the form editor (description, “Editor
 * binding”).
 */
export function FormFolders({ org, draft }: FormFoldersProps) {
  const [typed, setTyped] = useState('/')
  const { current } = draft
  const bindings = useMemo(() => bindingsIn(rowsOf(current)), [current])
  const places = usePathSuggestions(org, typed)
  const folder = folderIn(org, typed)
  const taken = bindings.some((binding) => binding.folder === folder)
  const set = (path: ContentPath, bound: boolean) =>
    draft.set(withBinding(current === '' ? null : current, path, bound), true)
  const add = () => {
    if (!folder || taken) return
    set(folder, true)
    setTyped('/')
  }
  return (
    <div className={classes.check}>
      <p className={classes.lead}>
        Documents in these folders, and below, open as forms. The longest folder that a document lies in
        decides.
      </p>
      {bindings.length === 0 ? (
        <p className={classes.quiet}>No folder opens in the form editor.</p>
      ) : (
        <ul className={classes.folders}>
          {bindings.map((binding, index) => (
            <li key={`${binding.folder} ${index}`}>
              <span>
                <b>{segmentsOf(contentPath(binding.folder)).slice(1).join('/')}</b>
                <small>{editorName(binding)}</small>
              </span>
              {draft.writable && (
                <IconButton
                  label={`Open ${binding.folder} as pages again`}
                  onClick={() => set(contentPath(binding.folder), false)}
                >
                  <IconX size={14} stroke={1.5} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {draft.writable && (
        <form
          className={classes.add}
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <Autocomplete
            label="Another folder"
            value={typed}
            onChange={setTyped}
            data={places}
            limit={12}
            error={taken ? 'This folder opens as forms already.' : undefined}
          />
          <Button type="submit" variant="default" disabled={!folder || taken}>
            Add
          </Button>
        </form>
      )}
      <p className={classes.quiet}>
        These are the entries <code>editor.path</code> of this config. They count once the config is saved.
      </p>
    </div>
  )
}

const editorName = ({ editor }: EditorBinding) => (editor === FORM_EDITOR ? 'Galley’s form editor' : editor)

/** A folder below a site; null for everything else. */
function folderIn(org: string, typed: string): ContentPath | null {
  try {
    const path = contentPath(`/${org}/${typed.trim().replace(/^\/+|(?<!\/)\/+$/g, '')}`)
    return segmentsOf(path).length > 2 ? path : null
  } catch {
    return null
  }
}
