import { sealWords } from '@evidence/evidence-texts.ts';

/** Words on what a seal establishes, what it does not, and what the law says. */
export function SealWords() {
  const list = (texts: readonly string[]) => (
    <ul className="list-disc space-y-1 pl-5">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
  return (
    <section className="rounded-2xl border border-line bg-paper p-5 sm:p-6">
      <h2 className="text-xl font-bold">Ce que le sceau établit</h2>
      <div className="mt-3">{list(sealWords.establishes)}</div>
      <h2 className="mt-6 text-xl font-bold">Ce qu’il n’établit pas</h2>
      <div className="mt-3">{list(sealWords.doesNot)}</div>
      <h2 className="mt-6 text-xl font-bold">La loi</h2>
      <div className="mt-3 space-y-3">
        {sealWords.law.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  );
}
