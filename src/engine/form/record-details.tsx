import type { Screen } from '#src/definition'
import type { ApiRecord, RecordLabels } from '#src/data/records.ts'
import { useReferenceHref } from '#src/widgets/use-reference-href.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { useFormShape } from './form-shape.ts'
import { isVisible, layoutOf } from './layout.ts'
import { ReadOnlyLine } from './read-only-field.tsx'
import { repeatsTitle, rowClass, SectionCard, sectionId } from './section-card.tsx'
import { SectionLinks } from './section-navigation.tsx'

/** The sections of a record, to be read. */
export function RecordDetails({ screen, record, labels }: { screen: Screen; record: ApiRecord; labels: RecordLabels }) {
  const referenceHref = useReferenceHref()
  const locale = userLocale()
  const shape = useFormShape(screen)
  const sections = shape(layoutOf(screen), record).filter(({ rows }) =>
    rows.flat().some((field) => isVisible(field, screen.fields, record)),
  )
  return (
    <>
      <SectionLinks links={sections.map(({ title }) => ({ title }))} />
      <div className="flex flex-col gap-4">
        {sections.map((section) => (
          <SectionCard key={section.title} title={section.title} id={sectionId(section.title)} dense>
            {section.rows.map((row) => {
              const shown = row.filter((field) => isVisible(field, screen.fields, record))
              return shown.length === 0 ? null : (
                <div key={row.map((field) => field.name).join()} className={rowClass(row)}>
                  {shown.map((field) => (
                    <ReadOnlyLine
                      key={field.name}
                      field={field}
                      value={record[field.name]}
                      record={record}
                      labels={labels}
                      locale={locale}
                      referenceHref={referenceHref}
                      isLabelHidden={repeatsTitle(section, field)}
                    />
                  ))}
                </div>
              )
            })}
          </SectionCard>
        ))}
      </div>
    </>
  )
}
