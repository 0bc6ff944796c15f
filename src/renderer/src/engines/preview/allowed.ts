const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * The elements that may stay in a shown document: what is read, and drawings without parts that load, move or
 * hold other markup.
 */
export const elements = words(`
  html head body
  article aside header footer main nav section hgroup search address
  h1 h2 h3 h4 h5 h6 p div span hr br wbr pre blockquote figure figcaption
  ul ol li menu dl dt dd details summary
  a abbr b bdi bdo big center cite code data del dfn em font i ins kbd mark q rp rt ruby s samp small strike strong sub sup time tt u var
  table caption colgroup col thead tbody tfoot tr th td
  img picture source video audio map area
  button fieldset input label legend meter optgroup option output progress select textarea
  style
  svg g defs path rect circle ellipse line polyline polygon text tspan lineargradient radialgradient stop clippath
`)

/**
 * The attributes that may stay: none of them acts, and what loads (`src`, `poster`, `srcset`) is put in by
 * the preview itself or goes.
 */
export const attributes = words(`
  id class title lang dir align valign width height alt
  href hreflang cite datetime value start reversed type
  src srcset poster controls loop muted media sizes name usemap shape coords
  colspan rowspan headers scope abbr span border cellpadding cellspacing bgcolor color face size
  open disabled readonly checked selected multiple placeholder rows cols min max low high optimum for label
  role aria-label aria-hidden aria-level aria-describedby aria-labelledby
  style
  data-kind data-line data-galley data-galley-name data-galley-at
  viewbox preserveaspectratio xmlns version transform d x y x1 y1 x2 y2 cx cy r rx ry dx dy points offset
  fill fill-rule fill-opacity clip-rule clip-path stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset
  stroke-miterlimit stroke-opacity opacity stop-color stop-opacity text-anchor gradientunits gradienttransform spreadmethod
  font-family font-size font-weight font-style
`)

/**
 * Kinds of fields that may stay; the others ask the system for files, colours and dates, or load a picture.
 */
export const fieldTypes: ReadonlySet<string> = new Set(
  words('text search email url tel number checkbox radio range button submit reset')
)

/**
 * Addresses that links may have: pages, mail and telephone, and places in the site. Everything with another
 * scheme goes.
 */
export const addresses = /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i

/**
 * The properties that the style of a document may set. None takes a part out of the flow of the page, moves,
 * or answers the mouse.
 */
export const properties: ReadonlySet<string> = new Set(
  words(`
  color background background-color background-image background-position background-position-x background-position-y background-repeat
  background-size background-clip background-origin opacity
  font font-family font-size font-style font-variant font-variant-caps font-variant-numeric font-weight font-stretch line-height letter-spacing word-spacing
  text-align text-align-last text-decoration text-decoration-line text-decoration-color text-decoration-style text-decoration-thickness
  text-underline-offset text-indent text-overflow text-shadow text-transform text-wrap white-space word-break overflow-wrap hyphens
  direction unicode-bidi writing-mode vertical-align tab-size
  margin margin-top margin-right margin-bottom margin-left margin-block margin-block-start margin-block-end margin-inline margin-inline-start margin-inline-end
  padding padding-top padding-right padding-bottom padding-left padding-block padding-block-start padding-block-end padding-inline padding-inline-start padding-inline-end
  border border-top border-right border-bottom border-left border-width border-style border-color border-radius border-collapse border-spacing
  border-top-width border-top-style border-top-color border-right-width border-right-style border-right-color
  border-bottom-width border-bottom-style border-bottom-color border-left-width border-left-style border-left-color
  border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius
  border-image-source border-image-slice border-image-width border-image-outset border-image-repeat box-shadow
  outline outline-color outline-style outline-width outline-offset box-sizing
  width height min-width min-height max-width max-height aspect-ratio object-fit object-position overflow overflow-x overflow-y
  display float clear visibility columns column-count column-width column-gap column-rule
  flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap order gap row-gap
  grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-start grid-row grid-row-end grid-row-start
  grid-template grid-template-areas grid-template-columns grid-template-rows
  align-content align-items align-self justify-content justify-items justify-self place-content place-items place-self
  list-style list-style-type list-style-position list-style-image caption-side empty-cells table-layout
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray stop-color stop-opacity
`)
)

/** What a value of a property may ask for; nothing of it loads. */
export const functions: ReadonlySet<string> = new Set(
  words(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp minmax repeat fit-content
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient

`)
)
