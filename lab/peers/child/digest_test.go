package child

import "testing"

// The same value is pinned for the Java contestants, in DigestTest.
func TestDigestIsTheOneTheJavaContestantsCompute(t *testing.T) {
	var d Digest
	d.Add("team-000", "web-1", "42")
	if got := d.Fields()["digest"]; got != "8ec46d27496cee37" {
		t.Errorf("digest is %v", got)
	}
}
