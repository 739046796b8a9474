// Checks a log by the packages that the Go project checks its own logs with: every note, tile, entry and proof.
// Usage: check KEY FOLDER, where the folder has what the log serves, by the paths of C2SP tlog-tiles.
package main

import (
	"encoding/base64"
	"fmt"
	"io/ioutil"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type served struct{ folder string }

func (s served) Height() int { return 8 }

func (s served) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range tiles {
		// The checksum database has the height of its tiles in their paths; here it is always 8.
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		data, err := ioutil.ReadFile(filepath.Join(s.folder, path))
		if err != nil {
			return nil, err
		}
		found = append(found, data)
	}
	return found, nil
}

func (s served) SaveTiles(tiles []tlog.Tile, data [][]byte) {}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	verifier, err := note.NewVerifier(os.Args[1])
	must(err)
	written, err := ioutil.ReadFile(filepath.Join(os.Args[2], "checkpoint"))
	must(err)
	opened, err := note.Open(written, note.VerifierList(verifier))
	must(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	decoded, err := base64.StdEncoding.DecodeString(lines[2])
	must(err)
	var root tlog.Hash
	copy(root[:], decoded)
	tree := tlog.Tree{N: size, Hash: root}
	reader := tlog.TileHashReader(tree, served{os.Args[2]})
	for n := int64(0); n < size; n++ {
		proof, err := tlog.ProveRecord(size, n, reader)
		must(err)
		bundle := tlog.Tile{H: 8, L: 0, N: n / 256, W: int(size - n/256*256)}
		if bundle.W > 256 {
			bundle.W = 256
		}
		path := strings.Replace(bundle.Path(), "tile/8/0/", "tile/entries/", 1)
		data, err := ioutil.ReadFile(filepath.Join(os.Args[2], path))
		must(err)
		at := int(n%256) * 34 // each entry is a hash of 32 bytes, and its length before it
		must(tlog.CheckRecord(proof, size, root, n, tlog.RecordHash(data[at+2:at+34])))
	}
	for old := int64(1); old < size; old += 7 {
		before, err := tlog.TreeHash(old, reader)
		must(err)
		proof, err := tlog.ProveTree(size, old, reader)
		must(err)
		must(tlog.CheckTree(proof, size, root, old, before))
	}
	fmt.Printf("%d entries of %s\n", size, lines[0])
}
