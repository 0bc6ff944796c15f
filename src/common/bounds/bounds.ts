/**
 * How much of what a stranger hands over is read: every parse, match, conversion, comparison and merge of
 * content asks here. Each number is far above what people write and below what holds a process up; beyond it
 * `tooLarge` or `tooComplex` says so.
 */
export const bounds = {
  html: {
    /** Characters of a page: the longest books are shorter. */
    characters: 16_000_000,
    /** What a parser makes of a page: elements and comments. 5 MB of paragraphs are below it. */
    nodes: 400_000,
    /** How deep browsers build a page. */
    depth: 512,
    /**
     * A parser repeats formatting that was left open in each paragraph: as many nodes for a tag that is
     * written, and some.
     */
    nodesPerTag: 4,
    nodesBesides: 5_000,
    attributesOfElement: 1_000,
    attributes: 1_000_000,
    /** Characters of a heading that its id is made of: headings in each other would each repeat all of it. */
    idText: 1_000
  },
  /** On the thread that draws the window: a check while somebody types may take some ten milliseconds. */
  htmlInWindow: { characters: 500_000, nodes: 50_000 },
  /** What the page editor holds: what is beyond is edited as source. */
  pageModel: { characters: 1_000_000, nodes: 20_000 },
  /** What is pasted into a page, before it is cleaned: word processors say much of each word. */
  paste: { characters: 4_000_000, nodes: 60_000 },
  /**
   * What the window draws of a page, with a parser of its own that has no bounds; and characters of pictures
   * in it, which cost less.
   */
  htmlShown: { characters: 8_000_000, nodes: 150_000, pictures: 32_000_000 },
  /**
   * What the window shows of a text that is only read, such as delivered JSON: more would hold it up while it
   * is laid out.
   */
  textShown: { characters: 1_000_000 },
  /** A document that has been emptied is small: what is not is not asked further. */
  emptiedHtml: { characters: 512 * 1024, nodes: 5_000 },
  emptiedJson: { characters: 64 * 1024 },
  json: {
    /** Characters: a sheet of 60 MB and some room. */
    characters: 100_000_000,
    /** Lists and objects in each other: nobody works with more, and what walks over them keeps its stack. */
    depth: 500,
    /** Lists and objects in all, and all values. */
    containers: 2_000_000,
    values: 10_000_000
  },
  /** What a person decides one by one, and what is shown of it at once. */
  merge: { conflicts: 10_000, characters: 8_000_000 },
  /**
   * Places of a structured document that its schema asks about: each item of a list has all of its fields,
   * also those that it leaves out.
   */
  formPlaces: 1_000_000,
  yaml: {
    /** Characters of a query index definition. */
    characters: 256 * 1024,
    /** Words, signs and ends of lines, as a reader of YAML counts them: some thousand properties. */
    words: 100_000,
    /** Brackets in each other; by indentation no text of this length gets far. */
    depth: 64,
    /** Uses of anchors; each is looked for in the whole text. */
    aliases: 200,
    /** What is told of a text: nobody reads on. */
    problems: 200
  },
  /**
   * The permissions of an organization: rows, and people and groups named in all of them. They are asked at
   * each request.
   */
  permissions: { rows: 50_000, names: 200_000 },
  /**
   * The sheets of a site that are read for each of its pages: metadata, redirects and headers; and what it
   * puts into each head.
   */
  siteSheet: { bytes: 4 * 1024 * 1024, wildcards: 5_000, headBytes: 64 * 1024 },
  /**
   * Links of a page that are looked behind, and pictures and other media that it shows, before it is
   * published.
   */
  references: 1_000,
  /**
   * Characters of two pages that are cut into words to compare them: what is beyond is told as a whole (D9).
   */
  wordsCompared: { likeness: 3_000_000, lines: 3_000_000 },
  /** Patterns of paths, in metadata sheets and query indices. */
  patterns: {
    /** Characters of one: no longer than a path may be (N5). What is longer matches nothing. */
    characters: 2_048,
    /** Of one index of a definition. */
    count: 1_000,
    /** Characters of what a definition takes from elements, with its regular expression. */
    expression: 2_048
  }
} as const
