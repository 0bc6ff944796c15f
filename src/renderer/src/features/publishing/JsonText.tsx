import { Button, CopyButton } from '@mantine/core'
import classes from './Publishing.module.css'
import { readableJson } from './readable-json'

/** Delivered JSON, to read and to copy. */
export function JsonText({ text }: { readonly text: string }) {
  const shown = readableJson(text)
  return (
    <div>
      {shown.note !== null && <p role="status">{shown.note}</p>}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard */}
      <pre className={classes.json} tabIndex={0} aria-label="Delivered JSON">
        {shown.text}
      </pre>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-sm" onClick={copy}>
            {copied ? 'Copied' : 'Copy JSON'}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
