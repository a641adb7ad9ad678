import { inBatches } from '@/admin/kit/lib/in-batches';
import { fullClient, supabase } from '@/admin/kit/lib/supabase';

/** Answers of the database that are taken in one go: a drive of some thousands of pictures, in three buckets. */
const MOST_ANSWERS = 20;

/** Names that the storage service deletes at a time. */
const A_CALL = 200;

/**
 * Deletes the files of surveys that were destroyed. It never fails: what remains is deleted by the server.
 */
export async function removeUnusedSurveyFiles(): Promise<void> {
  try {
    for (let answer = 0; answer < MOST_ANSWERS; answer++) {
      const { data } = await supabase.rpc('unused_survey_files').throwOnError();
      if (data.length === 0) return;
      const { storage } = await fullClient();
      for (const bucket of new Set(data.map((file) => file.bucket))) {
        const names = data.filter((file) => file.bucket === bucket).map(({ name }) => name);
        await inBatches(
          names,
          async (some) => {
            const { error } = await storage.from(bucket).remove(some);
            if (error) throw error;
          },
          A_CALL,
        );
      }
    }
  } catch (error) {
    console.warn('Fichiers de relevés non supprimés', error);
  }
}
