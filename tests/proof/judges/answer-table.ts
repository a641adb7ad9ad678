/** Reason why we disagree with a judge, for findings that match the rule, message and place. */
export type Answer = { rule: RegExp; message?: RegExp; where?: RegExp; answer: string };

const OUTLOOK_TABLES =
  'Mail programs that lay out by tables read these attributes and no CSS in their place (docs/decisions/0090).';

const STYLES_AFTER_PICTURE =
  'A page of a visit paints its first picture before its styles are read (docs/decisions/0138); browsers read them wherever they stand.';
const ONE_MAIN_HIDDEN =
  'One of the two is hidden at any time: the visit, until its script is there, and then what stood in its place.';

/** Accepted disagreements by the name of the judge, with one sentence each. */
export const answers: Record<string, readonly Answer[]> = {
  'Nu Html Checker': [
    {
      rule: /info/,
      message: /^Trailing slash on void elements/,
      answer: 'React and Prettier’s style write it, and every attribute before it is in quotes.',
    },
    {
      rule: /error/,
      message:
        /^CSS: (?:Unrecognized at-rule “@(?:property|container)”|“(?:margin-trim|container-type|field-sizing|paint-order)”: Property)/,
      answer:
        'Its CSS part is older than CSS Containment 3, Properties and Values 1, UI 4 and SVG 2, which browsers read.',
    },
    {
      rule: /error/,
      message: /^CSS: “[\w-]*(?:color|stroke)”: (?:Unknown dimension|“\/” is not a valid Lab color)/,
      answer:
        'It does not read an alpha beside a lab() colour (CSS Color 4), which Tailwind writes after a colour that every browser reads.',
    },
    {
      rule: /error/,
      message: /^CSS: “(?:--tw-translate-[xy]|width|transition-property)”: /,
      answer:
        'It knows neither infinite lengths in calc() nor custom properties in a list of transitions; Tailwind writes both.',
    },
    {
      rule: /error/,
      message: /^CSS: “mso-hide”/,
      answer:
        'Outlook alone reads it, to hide the preheader; others pass over what they do not know, as CSS asks.',
    },
    {
      rule: /error/,
      message: /^Attribute “pathLength” not allowed on element “circle”/,
      answer: 'SVG 2 gives pathLength to every basic shape.',
    },
    {
      rule: /error/,
      message: /^Attribute “webkitdirectory” not allowed/,
      answer: 'No standard names it, every browser reads it, and a person may also drop the folder.',
    },
    {
      rule: /warning/,
      message: /^Attribute “aria-required” is unnecessary/,
      answer: 'A field says so to every control, among them lists of our own that have no « required ».',
    },
    {
      rule: /warning/,
      message: /^The “charset” attribute on the “script” element is obsolete/,
      answer: 'A delivered page stands on any server, and some name another encoding for scripts.',
    },
    {
      rule: /warning/,
      message: /^Resource violates Content Security Policy/,
      where: /^(?:livraison\/|visite\/index\.html$)/,
      answer: 'It reads « self » of a file on a disk; the page is served beside these files.',
    },
    {
      rule: /error/,
      message: /“style” element in “body”|the parent of this “style” element/,
      where: /^visite\//,
      answer: STYLES_AFTER_PICTURE,
    },
    {
      rule: /error/,
      message: /more than one visible “main” element/,
      where: /^visite\/index\.html$/,
      answer: ONE_MAIN_HIDDEN,
    },
    {
      rule: /warning/,
      message: /attribute on the “(?:table|td)” element is obsolete/,
      answer: OUTLOOK_TABLES,
    },
  ],
  'html-validate': [
    {
      rule: /^(?:void-style|doctype-style|attr-case|attribute-(?:boolean|empty)-style|no-trailing-whitespace)$/,
      answer: 'A matter of style, as React and Prettier write it; HTML reads both.',
    },
    { rule: /^valid-id$/, answer: 'React writes these ids; HTML 5 asks of an id only that it has no space.' },
    {
      rule: /^no-inline-style$/,
      answer:
        'Styles that are data: the place of a mark on a map, the delay of an entrance, and all of an e-mail.',
    },
    {
      rule: /^aria-label-misuse$/,
      answer: 'ARIA allows the name of a list or of a group, and readers say it.',
    },
    {
      rule: /^prefer-native-element$/,
      answer: 'Links that act as buttons once the script is there: without it they still lead somewhere.',
    },
    {
      rule: /^tel-non-breaking$/,
      answer:
        'The link that holds the number does not wrap, which a rule that reads no style sheet cannot see.',
    },
    {
      rule: /^wcag\/h32$/,
      answer: 'These filters act as one types and ticks; there is nothing to submit.',
    },
    { rule: /^no-implicit-input-type$/, answer: 'A field without a type is one of text.' },
    {
      rule: /^long-title$/,
      answer:
        'The titles of tours and streets are the studio’s words; search engines cut them, and people read them whole.',
    },
    {
      rule: /^prefer-tbody$/,
      answer: 'Every HTML parser adds it, and a table of facts in an e-mail has one body.',
    },
    { rule: /^(?:no-deprecated-attr|presentation-role-style)$/, answer: OUTLOOK_TABLES },
    {
      rule: /^element-permitted-content$/,
      message: /^<style>/,
      where: /^visite\//,
      answer: STYLES_AFTER_PICTURE,
    },
    {
      rule: /^(?:no-multiple-main|unique-landmark)$/,
      where: /^visite\/index\.html$/,
      answer: ONE_MAIN_HIDDEN,
    },
  ],
  'IBM Equal Access': [
    {
      rule: /^element_attribute_deprecated$/,
      message: /http-equiv/,
      answer: 'A page on a disk has no headers: HTML gives http-equiv for its content policy.',
    },
    {
      rule: /^fieldset_legend_valid$/,
      answer: 'The group has a legend for readers alone, or a name by aria-label, as its own help allows.',
    },
    {
      rule: /^input_autocomplete_valid$/,
      where: /^app\.html$/,
      answer:
        'HTML lets « username » stand on a field for an e-mail address, and password managers ask for it.',
    },
  ],
  SpamAssassin: [
    {
      rule: /^LIST_PARTIAL_SHORT_MSG$/,
      where: /^campaign/,
      answer:
        'One point of five: a message of a campaign is a letter to one person that can be stopped, not a list with a name.',
    },
  ],
  caniemail: [
    {
      rule: /^<body> element$/,
      answer:
        'These programs put the message into an element of their own; its colours stand on the parts too.',
    },
    {
      rule: /^(?:overflow-wrap|word-break|white-space)$/,
      answer: 'A very long address then makes the message wider, and nothing is lost.',
    },
    { rule: /^border-radius$/, answer: 'Corners are square there.' },
    {
      rule: /^(?:max-height property|display:none)$/,
      answer: 'They hide the preheader thrice, and mso-hide a fourth time: each program reads one of them.',
    },
    {
      rule: /^overflow$/,
      answer:
        'It takes « overflow-wrap » for it too; where it stands it hides the preheader, with three others.',
    },
    {
      rule: /^(?:color-scheme (?:CSS property|meta tag)|@media|<style> element)$/,
      answer: 'Colours for dark mode where a program has one; elsewhere the message is light.',
    },
    {
      rule: /^height property$/,
      answer: 'A picture keeps its proportions by its width, whatever its « height:auto ».',
    },
    {
      rule: /^role attribute$/,
      answer: 'A discontinued program, in which a screen reader says that there is a table.',
    },
  ],
  Wapiti: [
    {
      rule: /^HTTP Secure Headers$/,
      message: /^X-XSS-Protection/,
      answer:
        'Browsers have taken it away, since it let scripts be switched off one by one; the content policy stands for it.',
    },
    {
      rule: /./,
      message: /^(?:CSP|X-Frame-Options|X-Content-Type-Options|Strict-Transport-Security) is not set/,
      where: /^\/functions\/v1\/$/,
      answer:
        'No page is there: the gateway of the local stack says in JSON that no function has that name. Hosted, it is Supabase’s.',
    },
  ],
  LibreOffice: [
    {
      rule: /./,
      message: /^wrote "(?:0\d+|\d+,\d\d \$|1\/2)", read "(?:number |01\/02\/)/,
      answer:
        'What looks like a number or a date is one to a spreadsheet, in every CSV file; the file keeps its zeros, and the import reads the file.',
    },
    {
      rule: /^Heure affichée/,
      message: /T\d\d:\d\d:\d\d/,
      answer: 'It knows a moment when it sees one: the same, with all the digits of its second.',
    },
    {
      rule: /^Nord de ce cap$/,
      message: /"vrai", read "TRUE"/,
      answer: '« Vrai » is also what a French spreadsheet calls « yes », and so it shows it: VRAI.',
    },
  ],
};
